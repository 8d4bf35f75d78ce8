import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { objectPath, sidecarPath } from '../../src/main/store/objects/layout.ts';

test('objects lie by the first digits of their hash', () => {
  expect(objectPath('/data', 'ab'.repeat(32))).toBe(`/data/objects/ab/${'ab'.repeat(32)}`);
});

test.each([
  '',
  '../x',
  'AB'.repeat(32),
  `${'ab'.repeat(31)}/.`,
  'ab'.repeat(33),
  `${'ab'.repeat(32)}\n`,
])('only a hash becomes a path, not %j', (name) => {
  expect(() => objectPath('/data', name)).toThrow(RangeError);
});

test.each([
  '',
  '.',
  '..',
  '../x',
  'current',
  'a/b',
  'a\\b',
  'x'.repeat(129),
  'a\u0000',
  'é',
])('only an edition id becomes a path, not %j', (id) => {
  expect(() => sidecarPath('/data', id)).toThrow(RangeError);
});

test('the main thread can build a path without loading the database', () => {
  const text = readFileSync(new URL('../../src/main/store/objects/layout.ts', import.meta.url), 'utf8');
  expect([...text.matchAll(/from '(.+)'/g)].map((match) => match[1])).toEqual(['node:path']);
});
