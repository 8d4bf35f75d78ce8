import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultMatrix } from '../support/fault-matrix.ts';
import { root } from './pages.ts';

test('every row of the fault matrix has a test, and every test a row', () => {
  const files = readdirSync(join(root, 'test/faults')).filter((name) => name.endsWith('.test.ts'));
  const tested = new Set([...files.map((name) => Number.parseInt(name, 10)), ...onMachines()]);
  expect([...tested].sort((a, b) => a - b)).toEqual([...faultMatrix.keys()]);
});

/** Tests on booted machines begin with the numbers of their rows. */
function onMachines(): readonly number[] {
  const folder = join(root, 'test/machine');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.machine.test.ts'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\('([\d, ]+): /g)])
    .flatMap(([, numbers = '']) => numbers.split(',').map(Number));
}
