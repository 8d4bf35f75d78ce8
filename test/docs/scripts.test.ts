import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, root } from './pages.ts';

test('every npm script is told of, with how long it takes', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const text = [pages().get('README.md'), pages().get('CONTRIBUTING.md')].join('\n');
  const untold = Object.keys(scripts)
    .filter((name) => !['start', 'vitrine', 'test'].includes(name))
    .filter((name) => !new RegExp(`^npm run ${name} +# .*\\(.+\\)$`, 'm').test(text));
  expect(untold).toEqual([]);
});

test('no page carries the marks of a merge', () => {
  const marked = [...pages()].filter(([, text]) => /^(<{7}|>{7}) /m.test(text)).map(([page]) => page);
  expect(marked).toEqual([]);
});
