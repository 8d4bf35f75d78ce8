import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { epochAt, after as later, OffsetClock, pause } from '../../src/renderer/clock.ts';
import { enterDocument, leaveDocument, pass } from './fake-document.ts';
import { FakeClock } from './fakes.ts';
import { fateOf } from './slot-needs.ts';

describe("main's clock", () => {
  test('the echo with the shortest round trip counts', () => {
    const clock = new OffsetClock(0);
    clock.learn(0, 300, 1_000_250);
    clock.learn(1_000, 1_004, 1_001_102);
    clock.learn(2_000, 2_400, 1_002_350);
    expect(clock.offset).toBe(1_000_100);
  });

  test('a slow first echo does not replace a first guess that agrees with it', () => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 200, 1_000_150);
    expect(clock.offset).toBe(1_000_000);
    clock.learn(1_000, 1_006, 1_001_001);
    expect(clock.offset).toBe(999_998);
  });

  test('a set clock is adopted at once, whatever older echoes said', () => {
    const clock = new OffsetClock(0);
    clock.learn(0, 2, 1_000_001);
    expect(clock.learn(1_000, 1_050, 4_601_025)).toBe(true);
    expect(clock.offset).toBe(4_600_000);
  });

  test('drift is followed', () => {
    const clock = new OffsetClock(0);
    for (let second = 0; second < 3_600; second += 1)
      clock.learn(second * 1_000, second * 1_000 + 10, 1_000_005 + second * 1_000.05);
    expect(clock.offset).toBeGreaterThan(1_000_175);
  });

  test('an echo for a previous stage is ignored', () => {
    const clock = new OffsetClock(7);
    expect(clock.learn(90_000, 1_000, 5_000)).toBe(false);
    expect(clock.offset).toBe(7);
  });
});

describe('learn reports a set clock', () => {
  /** A clock that is known to within 2 ms, and then shows so much more. */
  const setBy = (ms: number): boolean => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 2, 1_000_001);
    return clock.learn(1_000, 1_002, 1_001_001 + ms);
  };

  test('when it moves by more than 20 ms in either direction', () => {
    expect([20, 21, -20, -21].map(setBy)).toEqual([false, true, false, true]);
  });

  test('but not from an echo that is slower by as much', () => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 2, 1_000_001);
    expect(clock.learn(1_000, 1_200, 1_001_001)).toBe(false);
    expect(clock.offset).toBe(1_000_000);
  });
});

describe('the trusted sample', () => {
  test('the first guess lasts until an echo is as quick as 10 ms', () => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 12, 1_000_009);
    expect(clock.offset).toBe(1_000_000);
    clock.learn(1_000, 1_010, 1_001_008);
    expect(clock.offset).toBe(1_000_003);
  });

  test('an echo lasts for sixteen seconds before slower ones count', () => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 2, 1_000_006);
    for (let beat = 1; beat <= 15; beat += 1)
      clock.learn(beat * 1_000, beat * 1_000 + 20, 1_000_012 + beat * 1_000);
    expect(clock.offset).toBe(1_000_005);
    clock.learn(16_000, 16_020, 1_016_012);
    expect(clock.offset).toBe(1_000_002);
  });
});

describe('timers', () => {
  beforeEach(enterDocument);
  afterEach(leaveDocument);

  test("can wait longer than the browser's limit", async () => {
    let called = 0;
    later(2 ** 31 + 5_000, () => called++);
    await pass(2 ** 31 + 4_999);
    expect(called).toBe(0);
    await pass(1);
    expect(called).toBe(1);
  });

  test('fire at once when due, and can be cancelled, also later', async () => {
    let called = 0;
    later(-5, () => called++);
    await pass(0);
    expect(called).toBe(1);
    const cancel = later(2 ** 31 + 5_000, () => called++);
    await pass(2 ** 31);
    cancel();
    await pass(10_000);
    expect(called).toBe(1);
    const paused = fateOf(pause(300));
    await pass(299);
    expect(paused.is).toBe('waiting');
    await pass(1);
    expect(paused.is).toBe('done');
  });
});

test("an instant of the steady clock is one of main's", () => {
  const clock = new FakeClock();
  clock.pass(500);
  expect(epochAt(clock, clock.mono() + 250)).toBe(clock.epoch() + 250);
});
