import { expect, test, vi } from 'vitest';
import { renderers } from '../host/chromium/processes.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { reportRow } from '../support/report-row.ts';

test('row 49 · the renderer hangs: killed after missed heartbeats, painting again within 10 s', {
  retry: 2,
}, async () => {
  await using playing = await openPlayingShow();
  playing.play('p', [cue('only', playing.still('blue'), 600_000)]);
  await playing.untilSeen('blue');
  await playing.untilAlive();
  const before = playing.showings.length;

  const stopped = renderers().map(({ pid }) => pid);
  const since = performance.now();
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  await vi.waitUntil(() => playing.showings.slice(before).some(({ type }) => type === 'started'), {
    timeout: 20_000,
    interval: 10,
  });
  await playing.untilSeen('blue');
  const took = performance.now() - since;

  expect(took).toBeGreaterThan(4_000);
  expect(took).toBeLessThan(10_000);
  expect(playing.showings[before]).toMatchObject({
    type: 'ended',
    outcome: 'failed',
    mediaFileId: 'file-only',
  });
  reportRow(49, { note: `painting again after ${Math.round(took)} ms` });
});
