import { expect, test } from 'vitest';
import { renderers } from '../host/chromium/processes.ts';
import { disturbed } from '../show/painting-again.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';

test('row 49 · a hung renderer is killed after missed heartbeats, and paints again within 10 s', async () => {
  const { paintingAgainMs, showings } = await disturbed(() => {
    for (const { pid } of renderers()) process.kill(pid, 'SIGSTOP');
  });
  expect(paintingAgainMs).toBeGreaterThan(4_000);
  await expectWithin(10_000, paintingAgainMs);
  expect(showings[0]).toMatchObject({ type: 'ended', outcome: 'failed', mediaFileId: 'file-red' });
  reportRow(49, { note: `painting again after ${Math.round(paintingAgainMs)} ms` });
});
