import { expect, test } from 'vitest';
import type { Showing } from '../../src/main/show/events.ts';
import { ReadTimes } from '../../src/main/show/read-times.ts';
import { ManualClock } from '../support/manual-clock.ts';

const key = { showingId: 's', screenId: '1', entryId: '1', mediaFileId: 'film', editionId: null, at: 1 };
const stalled: Showing = { ...key, type: 'ended', outcome: 'failed', reason: 'stalled: no progress' };
const notReady: Showing = { ...key, type: 'failed', reason: 'timeout: not ready at its turn' };
const broken: Showing = { ...key, type: 'failed', reason: 'decode: garbage' };

const reading = () => {
  const clock = new ManualClock();
  const reads = new ReadTimes(clock);
  const read = Promise.withResolvers<void>();
  void reads.timed(() => read.promise);
  const reasonOf = (showing: Showing): string | null => {
    const excused = reads.excused(showing);
    return excused.type === 'started' ? null : excused.reason;
  };
  return { clock, end: read.resolve, reasonOf };
};

test('a slow read excuses an item that is late, but not one that is broken', () => {
  const { clock, reasonOf } = reading();
  clock.pass(999);
  expect(reasonOf(stalled)).toBe('stalled: no progress');
  clock.pass(1);
  expect(reasonOf(stalled)).toBe('slow disk: stalled: no progress');
  expect(reasonOf(notReady)).toBe('slow disk: timeout: not ready at its turn');
  expect(reasonOf(broken)).toBe('decode: garbage');
});

test('a late read excuses items for 30 seconds, a timely one does not', async () => {
  const slow = reading();
  slow.clock.pass(3_000);
  slow.end();
  await Promise.resolve();
  slow.clock.pass(29_000);
  expect(slow.reasonOf(stalled)).toMatch(/^slow disk: /);
  slow.clock.pass(1_000);
  expect(slow.reasonOf(stalled)).toBe('stalled: no progress');

  const quick = reading();
  quick.clock.pass(100);
  quick.end();
  await Promise.resolve();
  quick.clock.pass(5_000);
  expect(quick.reasonOf(stalled)).toBe('stalled: no progress');
});
