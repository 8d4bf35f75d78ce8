import { expect, test } from 'vitest';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { startRig } from '../support/rig.ts';

test.each([
  [500, undefined],
  [502, 'soon'],
  [503, '-5'],
  [503, 'Thu, 99 Foo 2026 25:61:00 GMT'],
  [504, '9'.repeat(40)],
])('row 22 · %i with Retry-After %s: retried at growing intervals while the show goes on', async (status, wait) => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, {
    limits: { firstRetryMs: 30, longestRetryMs: 2000 },
    random: () => 0.5,
  });
  const at: number[] = [];
  const shownMeanwhile = new Set<string | undefined>();
  onDownload(rig.demo, ({ attempt, response }) => {
    at.push(performance.now());
    shownMeanwhile.add(show.parts.store.active()?.edition.id);
    if (attempt > 5) return false;
    response.writeHead(status, wait === undefined ? {} : { 'retry-after': wait }).end();
    return true;
  });
  const settled = Promise.withResolvers<void>();
  const watch = show.parts.store.onHoldingsChanged(() => {
    if (show.parts.store.active()?.edition.id !== show.before) settled.resolve();
  });
  show.parts.sync.start();
  await settled.promise;
  expect([...shownMeanwhile]).toEqual([show.before]);
  watch();
  await show.tookOver();
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  // Each wait is at least three quarters of twice the previous one; a slow machine can only lengthen it.
  expect(downloadsOf(rig.demo, show.added)).toHaveLength(6);
  for (const [index, took] of waits.entries())
    expect(took).toBeGreaterThanOrEqual(30 * 2 ** index * 0.75 - 5);
});
