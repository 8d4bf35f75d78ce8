import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

const kept = (folder: string) => new KeptFile(folder, 'n.json', (value) => Number(value ?? 0));
const loop = {
  child: new URL('../supervise/children/keep.ts', import.meta.url),
  template: async (folder: string) => kept(folder).write(1),
  paths: (folder: string) => [join(folder, 'n.json'), join(folder, 'n.json.new')],
  calls: ['write', 'ftruncate', 'fsync', 'rename'] as const,
  check: async (folder: string) => expect([1, 2]).toContain(kept(folder).value),
};

test('row 65 · killed while the record of starts is written: the old value or the new one remains', async () => {
  const { kills } = await killLoop(loop);
  expect(kills).toBeGreaterThanOrEqual(3);
  expect((await killLoop({ ...loop, args: ['behind'] })).kills).toBeGreaterThanOrEqual(3);
  await expect(killLoop({ ...loop, args: ['carelessly'] })).rejects.toThrow();
  reportRow(65, { kills, negativeControl: true });
});
