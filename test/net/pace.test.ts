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

/** A guard, and its reports with their second. */
function guarded(change: Partial<PaceLimits> = {}) {
  const clock = new ManualClock();
  const reports: (readonly [PaceFault, number])[] = [];
  const guard = new PaceGuard(clock, { ...limits, ...change }, (fault) => {
    reports.push([fault, clock.monotonic() / second]);
  });
  return { clock, guard, reports };
}

test('a missing answer is reported once', async () => {
  const { clock, guard, reports } = guarded();
  guard.awaitAnswer();
  await clock.advance(300 * second);
  expect(reports).toEqual([['no-answer', 45]]);
});

test('the answer timeout ends with the head, however long the body is held back', async () => {
  const { clock, guard, reports } = guarded();
  guard.awaitAnswer();
  await clock.advance(39 * second);
  guard.answered();
  await clock.advance(3600 * second);
  expect(reports).toEqual([]);
});

test('a silent body is reported, by the time since its last byte', async () => {
  const { clock, guard, reports } = guarded();
  guard.release();
  await clock.advance(25 * second);
  guard.moved(1_000_000);
  await clock.advance(29 * second);
  expect(reports).toEqual([]);
  await clock.advance(9 * second);
  expect(reports).toEqual([['silent', 60]]);
});

test.each([
  [101, []],
  [99, [['too-slow', 60]]],
])('%i bytes a second are judged by a floor of 100', async (bytes, expected) => {
  const { clock, guard, reports } = guarded();
  guard.release();
  for (let at = 0; at < 100; at++) {
    guard.moved(bytes);
    await clock.advance(second);
  }
  expect(reports).toEqual(expected);
});

test('each window is judged by its own bytes, so a fast start does not excuse a trickle', async () => {
  const { clock, guard, reports } = guarded();
  guard.release();
  guard.moved(1_000_000);
  for (let at = 0; at < 130; at++) {
    await clock.advance(second);
    guard.moved(1);
  }
  expect(reports).toEqual([['too-slow', 120]]);
});

test('held time does not count, at any point of a window', async () => {
  const { clock, guard, reports } = guarded();
  for (let round = 0; round < 10; round++) {
    guard.release();
    guard.moved(2000);
    await clock.advance(15 * second);
    guard.hold();
    guard.hold();
    await clock.advance(200 * second);
  }
  expect(reports).toEqual([]);
  guard.release();
  await clock.advance(40 * second);
  expect(reports).toEqual([['silent', expect.any(Number)]]);
});

test('an ended guard reports nothing', async () => {
  const { clock, guard, reports } = guarded();
  guard.awaitAnswer();
  guard.end();
  await clock.advance(300 * second);
  expect(reports).toEqual([]);
});
