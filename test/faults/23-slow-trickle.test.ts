import { expect, test } from 'vitest';
import { onDownload, type Show, showThenUpdate } from '../support/fault-downloads.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { until } from '../support/until.ts';

const clock = hurriedClock();
const limits = { ...limitsOfServers, floorBytesPerSecond: 10_000 };

/** A byte per second: never silent, never finished. */
function trickle(rig: Rig, times: number): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > times) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    let sent = 0;
    hurries(clock, response, () => response.write(bytes.subarray(sent, ++sent)));
    return true;
  });
}

test('row 23 · a trickle below the minimum rate is cut and retried', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { clock, limits });
  trickle(rig, 1);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test('row 23 · a trickle that never ends is reported, and the show goes on', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { clock, limits });
  trickle(rig, 1000);
  expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-too-slow' }]);
  show.stillPlays();
});

test('row 23 · control: without the minimum rate it blocks the download forever', async () => {
  await using rig = await startRig();
  const show: Show = await showThenUpdate(rig, { clock, limits: { ...limits, floorBytesPerSecond: 0 } });
  trickle(rig, 1);
  const began = clock.monotonic();
  const cycle = show.parts.sync.once().then(() => 'ended');
  const later = until('three windows', () => clock.monotonic() - began > 3 * limits.floorWindowMs);
  expect(await Promise.race([cycle, later])).toBe(true);
  await show.parts.close();
  await cycle;
  reportRow(23, { negativeControl: true });
});
