import { expect, test } from 'vitest';
import { Patience } from '../../src/main/patience.ts';

test('limits are twice as long after each thing that did not help, up to a bound', () => {
  const patience = new Patience();
  const limits = Array.from({ length: 10 }, () => {
    patience.grow();
    return patience.of(1_000);
  });
  expect(limits.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
  expect(limits.at(-1)).toBe(256_000);
});

test('when all is well they are three times what the machine was seen to need, and never shorter than usual', () => {
  const kept: number[] = [];
  const patience = new Patience(64, (factor) => kept.push(factor));
  patience.took('browser', 60_000, 30_000);
  patience.took('stage', 10_000, 10_000);
  patience.settle();
  expect(patience.factor).toBe(6);
  patience.took('browser', 300, 30_000);
  patience.took('stage', 200, 10_000);
  patience.settle();
  patience.settle();
  expect([patience.factor, kept]).toEqual([1, [6, 1]]);
});

test('what was kept counts from the start, unless it is garbage', () => {
  expect([12.5, 0, -3, Number.NaN, 1e9].map((kept) => new Patience(kept).factor)).toEqual([
    12.5, 1, 1, 1, 256,
  ]);
});
