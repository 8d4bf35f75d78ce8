import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../../scripts/subjects.ts';
import { pages, root } from './pages.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** What a text asks for that cannot be run. */
function unknown(text: string): readonly string[] {
  return [...text.matchAll(/npm run (?:-s )?([a-z]+(?:[:-][a-z]+)*)(?: -- ([a-z]+(?:-[a-z]+)*))?/g)]
    .filter(([, script = '', name]) => {
      if (!Object.hasOwn(scripts, script)) return true;
      const group = Object.hasOwn(groups, script) ? groups[script as keyof typeof groups] : null;
      return group !== null && name !== undefined && !Object.hasOwn(group, name);
    })
    .map(([words]) => words);
}

test('package.json has at most twelve scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12);
});

test('every command of a page or a source can be run', () => {
  const sources = globSync('{src,test,lab,scripts,packaging}/**/*.{ts,mjs}', { cwd: root })
    .concat(['vitest.config.ts', '.ci/run', '.github/workflows/ci.yml', '.github/workflows/release.yml'])
    .filter((path) => path !== 'test/docs/scripts.test.ts' && path !== 'test/lab/subjects.test.ts')
    .map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]);
  expect(sources.length).toBeGreaterThan(1_000);
  expect(
    [...pages(), ...sources].flatMap(([path, text]) => unknown(text).map((words) => `${path}: ${words}`)),
  ).toEqual([]);
});

test('a command that is gone is found', () => {
  expect(unknown('`npm run hostile`, `npm run bench -- stat 3` and `npm run bench -- start 3`')).toEqual([
    'npm run hostile',
    'npm run bench -- stat',
  ]);
});
