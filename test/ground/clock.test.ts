import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/main/ground/clock.ts';
import { Leaps } from '../../src/main/ground/leaps.ts';
import { ManualClock } from '../support/manual-clock.ts';

test("the time since boot is the kernel's, which counts while the machine is suspended", () => {
  const kernel = (): number => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000;
  const before = kernel();
  const sinceBoot = systemClock.sinceBoot();
  expect(sinceBoot).toBeGreaterThanOrEqual(before - 10);
  expect(sinceBoot).toBeLessThanOrEqual(kernel() + 10);
});

test('a leap of the wall clock is distinguished from a suspend', () => {
  const clock = new ManualClock();
  const leaps = new Leaps(clock);
  expect(leaps.since()).toBeNull();
  clock.suspend(3_600_000);
  clock.pass(2_000);
  expect(leaps.since()).toEqual({ ms: 3_600_000, wasSuspended: true });
  clock.set(clock.now() - 5_000);
  expect(leaps.since()).toEqual({ ms: -5_000, wasSuspended: false });
  clock.suspend(60_000);
  clock.set(clock.now() + 86_400_000);
  expect(leaps.since()).toEqual({ ms: 86_460_000, wasSuspended: false });
  expect(leaps.since()).toBeNull();
});
