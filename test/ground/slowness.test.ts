import { expect, test } from 'vitest';
import { Slowness } from '../../src/main/ground/slowness.ts';

test('a missing answer does not prove a slow machine, but extends limits for a while, up to a bound', () => {
  const kept: number[] = [];
  const slowness = new Slowness(1, (factor) => kept.push(factor));
  const limits = Array.from({ length: 5 }, () => {
    slowness.late();
    return slowness.of(1_000);
  });
  expect(limits).toEqual([2_000, 4_000, 8_000, 16_000, 16_000]);
  expect([slowness.factor, kept]).toEqual([1, []]);
});

test('a late answer proves a slow machine at once; once all is well, limits fit the time that was needed', () => {
  const kept: number[] = [];
  const slowness = new Slowness(1, (factor) => kept.push(factor));
  slowness.late();
  slowness.came('browser', 60_000, 30_000);
  expect([slowness.factor, slowness.of(1_000)]).toEqual([6, 12_000]);
  slowness.came('stage', 1_000, 10_000);
  slowness.settle();
  expect([slowness.factor, slowness.of(1_000)]).toEqual([6, 6_000]);
  slowness.came('browser', 300, 30_000);
  expect(slowness.factor).toBe(6);
  slowness.settle();
  slowness.settle();
  expect([slowness.factor, kept]).toEqual([1, [6, 1]]);
});

test('limits that a missing answer has extended begin the next run, up to the bound of the ladder, until all is well', () => {
  const kept: number[] = [];
  const run = (): Slowness => new Slowness(1, undefined, kept.at(-1), (stretch) => kept.push(stretch));
  run().late();
  const second = run();
  expect([second.of(30_000), second.forJudges]).toEqual([60_000, 1]);
  for (let times = 0; times < 3; times++) second.late();
  const third = run();
  expect([kept.at(-1), third.of(30_000)]).toEqual([16, 120_000]);
  third.came('browser', 3_000, 30_000);
  third.settle();
  expect([kept.at(-1), run().of(30_000)]).toEqual([1, 30_000]);
  expect(new Slowness(1, undefined, Number.NaN).of(1_000)).toBe(1_000);
});

test('the kept factor counts from the start, unless it is garbage', () => {
  expect([12.5, 0, -3, Number.NaN, 1e9].map((kept) => new Slowness(kept).factor)).toEqual([
    12.5, 1, 1, 1, 16,
  ]);
});

test('ladder and health multiply limits by at most 4, and no limit grows more than 16 times', () => {
  const slowness = new Slowness(12);
  slowness.late();
  expect([slowness.forJudges, slowness.of(1_000)]).toEqual([4, 16_000]);
  expect(new Slowness(3).forJudges).toBe(3);
});
