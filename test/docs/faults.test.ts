import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultMatrix } from '../support/fault-matrix.ts';
import { root } from './pages.ts';

test('every row of the fault matrix has a test, and every test a row', () => {
  const files = readdirSync(join(root, 'test/faults')).filter((name) => name.endsWith('.test.ts'));
  const tested = new Set(files.map((name) => Number.parseInt(name, 10)));
  expect([...tested].sort((a, b) => a - b)).toEqual([...faultMatrix.keys()]);
});
