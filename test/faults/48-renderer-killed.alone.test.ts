import { expect, test } from 'vitest';
import { killAll, renderers } from '../host/chromium/processes.ts';
import { disturbed } from '../show/painting-again.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';

test('row 48 · a killed renderer paints again within 2 s, and the item on screen gets a strike', async () => {
  const { paintingAgainMs, blackFrames, showings, status } = await disturbed(() => killAll(renderers()));
  await expectWithin(2_000, paintingAgainMs);
  expect(blackFrames).toBe(0);
  expect(showings[0]).toMatchObject({
    type: 'ended',
    outcome: 'failed',
    mediaFileId: 'file-red',
    reason: expect.stringMatching(/^renderer-/),
  });
  expect(status).toMatchObject({ alive: true, restarts: 1 });
  reportRow(48, { note: `painting again after ${Math.round(paintingAgainMs)} ms` });
});
