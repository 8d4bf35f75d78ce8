import { expect, test } from 'vitest';
import { type PaceFault, PaceGuard, type PaceLimits } from '../../src/main/net/pace.ts';
import { ManualClock } from '../support/manual-clock.ts';

const second = 1000;
const limits: PaceLimits = {
  answerMs: 40 * second,
  silenceMs: 30 * second,
  floorWindowMs: 60 * second,
  floorBytesPerSecond: 100,
};

/** A guard, and what it told with the second in which it did. */
function guarded(change: Partial<PaceLimits> = {}) {
  const clock = new ManualClock();
  const told: (readonly [PaceFault, number])[] = [];
  const guard = new PaceGuard(clock, { ...limits, ...change }, (fault) => {
    told.push([fault, clock.monotonic() / second]);
  });
  return { clock, guard, told };
}

test('an answer that does not come is told once', async () => {
  const { clock, guard, told } = guarded();
  guard.asks();
  await clock.advance(300 * second);
  expect(told).toEqual([['no-answer', 45]]);
});

test('an answer that came is not waited for, however long its body is held back', async () => {
  const { clock, guard, told } = guarded();
  guard.asks();
  await clock.advance(39 * second);
  guard.answered();
  await clock.advance(3600 * second);
  expect(told).toEqual([]);
});

test('a body that goes silent is told, by time since its last byte', async () => {
  const { clock, guard, told } = guarded();
  guard.release();
  await clock.advance(25 * second);
  guard.came(1_000_000);
  await clock.advance(29 * second);
  expect(told).toEqual([]);
  await clock.advance(9 * second);
  expect(told).toEqual([['silent', 60]]);
});

test.each([
  [101, []],
  [99, [['too-slow', 60]]],
])('%i bytes a second against a floor of 100', async (bytes, expected) => {
  const { clock, guard, told } = guarded();
  guard.release();
  for (let at = 0; at < 100; at++) {
    guard.came(bytes);
    await clock.advance(second);
  }
  expect(told).toEqual(expected);
});

test('each window is judged by its own bytes: a fast beginning pays for no trickle', async () => {
  const { clock, guard, told } = guarded();
  guard.release();
  guard.came(1_000_000);
  for (let at = 0; at < 130; at++) {
    await clock.advance(second);
    guard.came(1);
  }
  expect(told).toEqual([['too-slow', 120]]);
});

test('time in which we hold it back does not count, at whatever point of a window', async () => {
  const { clock, guard, told } = guarded();
  for (let round = 0; round < 10; round++) {
    guard.release();
    guard.came(2000);
    await clock.advance(15 * second);
    guard.hold();
    guard.hold();
    await clock.advance(200 * second);
  }
  expect(told).toEqual([]);
  guard.release();
  await clock.advance(40 * second);
  expect(told).toEqual([['silent', expect.any(Number)]]);
});

test('what has ended tells nothing more', async () => {
  const { clock, guard, told } = guarded();
  guard.asks();
  guard.end();
  await clock.advance(300 * second);
  expect(told).toEqual([]);
});
