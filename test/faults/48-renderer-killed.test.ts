import { expect, test, vi } from 'vitest';
import { renderers } from '../host/chromium/processes.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { reportRow } from '../support/report-row.ts';

test('row 48 · the renderer is killed: painting again within 2 s, and the item on screen is blamed', {
  retry: 2,
}, async () => {
  await using playing = await openPlayingShow();
  playing.play('p', [cue('only', playing.still('green'), 600_000)]);
  await playing.untilSeen('green');
  await vi.waitUntil(() => playing.show.status()[0]?.nowPlaying, { timeout: 5000 });
  const before = playing.showings.length;

  const killed = performance.now();
  for (const { pid } of renderers()) process.kill(pid, 'SIGKILL');
  // The dead window keeps its last picture: what counts is that the stage says again that it plays, and is seen.
  await vi.waitUntil(() => playing.showings.slice(before).some(({ type }) => type === 'started'), {
    timeout: 10_000,
    interval: 5,
  });
  await playing.untilSeen('green');
  const took = performance.now() - killed;

  expect(took).toBeLessThan(2000);
  expect(playing.showings[before]).toMatchObject({
    type: 'ended',
    outcome: 'failed',
    mediaFileId: 'file-only',
    reason: expect.stringMatching(/^renderer-/),
  });
  expect(playing.show.status()[0]).toMatchObject({ alive: true, restarts: 1 });
  reportRow(48, { note: `painting again after ${Math.round(took)} ms` });
});
