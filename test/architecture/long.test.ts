import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every long proof has the tag by which it is run: without it, a run of it would pass with no test', () => {
  const files = globSync('test/**/*.long.test.ts');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !readFileSync(file, 'utf8').startsWith('/** @module-tag long */\n'))).toEqual(
    [],
  );
});
