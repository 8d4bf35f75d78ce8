import { expect, test } from 'vitest';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { until } from '../support/until.ts';

const clock = hurriedClock();

function hang(rig: Rig, times: number): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > times) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 150_000));
    hurries(clock, response);
    return true;
  });
}

test('row 24 · a body that falls silent is cut after a timeout and retried', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { clock, limits: limitsOfServers });
  hang(rig, 1);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test('row 24 · a body that hangs each time is reported, and the show goes on', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { clock, limits: limitsOfServers });
  hang(rig, 1000);
  expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-silent' }]);
  show.stillPlays();
});

test('row 24 · control: without the timeout it hangs', async () => {
  await using rig = await startRig();
  const none = { ...limitsOfServers, silenceMs: 3_600_000, floorWindowMs: 3_600_000 };
  const show = await showThenUpdate(rig, { clock, limits: none });
  hang(rig, 1);
  const began = clock.monotonic();
  const cycle = show.parts.sync.once().then(() => 'ended');
  const later = until('five minutes', () => clock.monotonic() - began > 300_000);
  expect(await Promise.race([cycle, later])).toBe(true);
  await show.parts.close();
  await cycle;
  reportRow(24, { negativeControl: true });
});
