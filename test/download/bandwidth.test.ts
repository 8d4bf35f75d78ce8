import { expect, test } from 'vitest';
import { Bandwidth } from '../../src/main/download/bandwidth.ts';
import { ManualClock } from '../support/manual-clock.ts';

const { signal } = new AbortController();

test('downloads never wait without a limit', () => {
  expect(new Bandwidth(new ManualClock(), null).take(1e12, signal)).toBeNull();
});

test('the first second’s worth passes at once; then each download waits for its own bytes', async () => {
  const clock = new ManualClock();
  const bandwidth = new Bandwidth(clock, 1000);
  expect(bandwidth.take(1000, signal)).toBeNull();
  const waits = [bandwidth.take(500, signal), bandwidth.take(1000, signal)];
  expect(clock.waits).toEqual([500, 1500]);
  await clock.advance(1500);
  await Promise.all(waits);
  expect(bandwidth.take(1, signal)).not.toBeNull();
});

test('unused bandwidth accumulates for one second at most', () => {
  const clock = new ManualClock();
  const bandwidth = new Bandwidth(clock, 1000);
  clock.pass(60_000);
  expect(bandwidth.take(1000, signal)).toBeNull();
  expect(bandwidth.take(1, signal)).not.toBeNull();
  clock.pass(251);
  expect(bandwidth.take(250, signal)).toBeNull();
});

test('an aborted download ends its wait', async () => {
  const clock = new ManualClock();
  const cut = new AbortController();
  const waiting = new Bandwidth(clock, 10).take(1000, cut.signal);
  cut.abort(new Error('cut'));
  await expect(waiting).rejects.toThrow('cut');
  expect(clock.waits).toEqual([]);
});
