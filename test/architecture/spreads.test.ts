import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { sourcePaths } from './direction.ts';
import { spreadObjects } from './spreads.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('no object is written to be spread at once', () => {
  const found = ['src', 'test', 'scripts', 'lab', 'packaging']
    .flatMap((folder) => sourcePaths(root, folder))
    .flatMap((path) => spreadObjects(path, readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

it.each([
  'f({ ...{ a: 1, b }, c });',
  'const a = { b, ... {\n  c } };',
  'f({ a: [{ ...{ b } }] });',
])('it is found: %s', (text) => {
  expect(spreadObjects('a.ts', text)).toHaveLength(1);
});

it.each([
  'f({ ...a, ...(b ? { c } : {}), ...(await d()) });',
  'const { a, ...rest } = b;',
  "const text = '...{ a }'; // ...{ a }",
])('others are not: %s', (text) => {
  expect(spreadObjects('a.ts', text)).toEqual([]);
});
