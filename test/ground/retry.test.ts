import { expect, test } from 'vitest';
import {
  aroundMs,
  backoffMs,
  longestRetryAfterMs,
  retryAfterLeftMs,
  retryAfterMs,
} from '../../src/main/ground/retry.ts';
import fc from '../support/properties.ts';

const now = Date.UTC(2026, 10, 21, 9, 0, 0);

test.each([
  ['120', undefined, 120_000],
  ['0', undefined, 0],
  [' 5 ', undefined, 5000],
  ['999999999', undefined, longestRetryAfterMs],
  ['Sat, 21 Nov 2026 09:01:00 GMT', undefined, 60_000],
  ['Sat, 21 Nov 2026 08:00:00 GMT', undefined, 0],
  // The date is compared with the server's own clock.
  ['Thu, 01 Jan 2015 00:10:00 GMT', 'Thu, 01 Jan 2015 00:00:00 GMT', 600_000],
  ['Sat, 21 Nov 2026 09:01:00 GMT', 'nonsense', 60_000],
  ['Fri, 31 Dec 2999 00:00:00 GMT', undefined, longestRetryAfterMs],
])('Retry-After: %s is a wait', (header, date, wait) => {
  expect(retryAfterMs(header, date, now)).toBe(wait);
});

test.each([
  undefined,
  '',
  'soon',
  '-5',
  '1.5',
  '12abc',
  'in 3 hours',
  '1e3',
  'NaN',
  'Sat, 99 Foo 2026 99:99:99 GMT',
])('Retry-After: %s is ignored', (header) => {
  expect(retryAfterMs(header, undefined, now)).toBeNull();
});

test.each([
  [null, 0],
  [now - 1, 0],
  [now + 1, 1],
  [now + longestRetryAfterMs, longestRetryAfterMs],
  // No server may request so long a wait: the clock has leapt.
  [now + longestRetryAfterMs + 1, 0],
])('a wait until %s has %i ms left', (until, left) => {
  expect(retryAfterLeftMs(until, now)).toBe(left);
});

test('an interval varies by up to a tenth', () => {
  expect([0, 0.5, 1].map((random) => aroundMs(1000, () => random))).toEqual([900, 1000, 1100]);
});

test('waits double, vary between half and whole, and stay within the limit', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.float({ min: 0, max: Math.fround(0.999), noNaN: true }),
      (attempt, random) => {
        const wait = backoffMs(attempt, { firstMs: 100, mostMs: 5000 }, () => random);
        const step = Math.min(5000, 100 * 2 ** Math.min(attempt, 30));
        expect(wait).toBeGreaterThanOrEqual(Math.floor(step / 2));
        expect(wait).toBeLessThanOrEqual(step);
      },
    ),
  );
});
