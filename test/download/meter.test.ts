import { expect, test } from 'vitest';
import { Meter } from '../../src/main/download/meter.ts';

test('the first measurement counts fully, later ones fade in over four seconds', () => {
  const meter = new Meter(1000);
  meter.add(3000);
  meter.add(1000);
  expect(meter.rate(2000)).toBe(4000);
  // One second without bytes lowers the rate by a quarter, four seconds lower it to zero.
  expect(meter.rate(3000)).toBe(3000);
  expect(meter.rate(7000)).toBe(0);
  meter.add(20_000);
  expect(meter.rate(17_000)).toBe(2000);
});

test('the rate stays unchanged for half a second, because a single block would distort it', () => {
  const meter = new Meter(0);
  meter.add(1_000_000);
  expect(meter.rate(1)).toBe(0);
  expect(meter.rate(499)).toBe(0);
  expect(meter.rate(500)).toBe(2_000_000);
  meter.add(1_000_000);
  expect(meter.rate(501)).toBe(2_000_000);
});
