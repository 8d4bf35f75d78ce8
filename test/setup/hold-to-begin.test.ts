import { beforeEach, expect, test } from 'vitest';
import { HoldToBegin } from '../../src/main/setup/hold-to-begin.ts';
import { ManualClock } from '../support/manual-clock.ts';

let clock: ManualClock;
let shown: (number | null)[];
let begun: number;
let hold: HoldToBegin;
beforeEach(() => {
  [clock, shown, begun] = [new ManualClock(), [], 0];
  hold = new HoldToBegin({ clock, countDown: (seconds) => shown.push(seconds), begin: () => begun++ });
});

test('a key held for five seconds counts down and begins once', async () => {
  hold.heard(true);
  await clock.advance(4_900);
  expect([shown, begun]).toEqual([[5, 4, 3, 2, 1], 0]);
  await clock.advance(200);
  expect([shown.at(-1), begun]).toEqual([null, 1]);
  await clock.advance(20_000);
  expect(begun).toBe(1);
});

test('a repeating key, which is released all the time, counts as held', async () => {
  for (let passed = 0; passed < 6_000; passed += 30) {
    hold.heard(true);
    await clock.advance(25);
    hold.heard(false);
    await clock.advance(5);
    if (begun > 0) break;
  }
  expect(begun).toBe(1);
});

test('a key released early begins nothing, and the next attempt counts from the start', async () => {
  hold.heard(true);
  await clock.advance(3_000);
  hold.heard(false);
  await clock.advance(10_000);
  expect([shown, begun]).toEqual([[5, 4, 3, 2, null], 0]);
  hold.heard(true);
  expect(shown.at(-1)).toBe(5);
});
