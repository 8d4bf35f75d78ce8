import { expect, test } from 'vitest';
import { onDownload, type Show, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';

/** A byte every few milliseconds: never silent, never done. */
function trickle(rig: Rig, times: number): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > times) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    let sent = 0;
    const drip = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 10);
    response.on('close', () => clearInterval(drip));
    return true;
  });
}

const limits = { floorBytesPerSecond: 10_000, floorWindowMs: 200, silenceMs: 10_000 };

test('row 23 · a trickle is cut by the floor and tried again', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits });
  trickle(rig, 1);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test('row 23 · when it never ends it is reported, and the show goes on', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits });
  trickle(rig, 1000);
  expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-too-slow' }]);
  show.stillPlays();
});

test('row 23 · control: without the floor it holds the download for ever', async () => {
  await using rig = await startRig();
  const show: Show = await showThenUpdate(rig, { limits: { ...limits, floorBytesPerSecond: 0 } });
  trickle(rig, 1);
  const cycle = show.parts.sync.once().then(() => 'ended');
  const later = new Promise((resolve) => setTimeout(resolve, 1000, 'still trickling'));
  expect(await Promise.race([cycle, later])).toBe('still trickling');
  await show.parts.close();
  await cycle;
  reportRow(23, { negativeControl: true });
});
