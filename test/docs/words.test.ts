import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, root, tableRows } from './pages.ts';

const words = tableRows(pages().get('docs/design/words.md') ?? '').map(
  ([word = '', meaning = '', not = '']) => ({
    word,
    meaning,
    not: [...not.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }),
);

/** All code of the player, without what is between quotes or in comments: names are looked for, not sentences. */
const names = new Set(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(root, 'src', file), 'utf8').match(/\b[A-Za-z]\w*\b/g) ?? []),
);
const spoken = new Set(
  [...names].flatMap((name) =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]/),
  ),
);

test('each word stands once, with a meaning', () => {
  expect(words.length).toBeGreaterThan(30);
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
  expect(words.filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('each word is used', () => {
  const unused = words.filter(
    ({ word }) => !word.split('-').every((part) => spoken.has(part) || spoken.has(`${part}s`)),
  );
  expect(unused.map(({ word }) => word)).toEqual([]);
});

test('what is not said is not said', () => {
  expect(words.flatMap(({ not }) => not).filter((name) => names.has(name))).toEqual([]);
});
