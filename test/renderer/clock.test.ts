import { describe, expect, test } from 'vitest';
import { OffsetClock } from '../../src/renderer/clock.ts';

describe('the clock of main', () => {
  test('is taken from the echo with the smallest round trip', () => {
    const clock = new OffsetClock(0);
    clock.learn(0, 300, 1_000_250);
    clock.learn(1_000, 1_004, 1_001_102);
    clock.learn(2_000, 2_400, 1_002_350);
    expect(clock.offset).toBe(1_000_100);
  });

  test('is not taken from a slow first echo when the first guess agrees with it', () => {
    const clock = new OffsetClock(1_000_000);
    clock.learn(0, 200, 1_000_150);
    expect(clock.offset).toBe(1_000_000);
    clock.learn(1_000, 1_006, 1_001_001);
    expect(clock.offset).toBe(999_998);
  });

  test('that was set is believed at once, whatever older echoes said', () => {
    const clock = new OffsetClock(0);
    clock.learn(0, 2, 1_000_001);
    expect(clock.learn(1_000, 1_050, 4_601_025)).toBe(true);
    expect(clock.offset).toBe(4_600_000);
  });

  test('is followed when it drifts', () => {
    const clock = new OffsetClock(0);
    for (let second = 0; second < 3_600; second += 1)
      clock.learn(second * 1_000, second * 1_000 + 10, 1_000_005 + second * 1_000.05);
    expect(clock.offset).toBeGreaterThan(1_000_175);
  });

  test('is not taken from an echo of a stage that was before', () => {
    const clock = new OffsetClock(7);
    expect(clock.learn(90_000, 1_000, 5_000)).toBe(false);
    expect(clock.offset).toBe(7);
  });
});
