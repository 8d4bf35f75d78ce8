import { describe, expect, it } from 'vitest';
import { readHours } from '../../src/main/edition/hours.ts';
import { displayPeriods } from '../../src/main/report/day-report.ts';
import { secondsOf, whyOf } from '../../src/main/report/shown-report.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';

const row = (
  at: number,
  endedAt: number | null,
  verdict: 'well' | 'attention' | 'dark',
  sentence: string = verdict,
) => ({
  at,
  endedAt,
  verdict,
  sentence: verbatim(sentence),
  reasons: [],
});

describe('the report of a day', () => {
  it('cuts periods at both ends, runs until now, and counts time without the player', () => {
    const rows = [row(80_000, null, 'well'), row(50_000, 60_000, 'dark'), row(-10_000, 50_000, 'well')];
    expect(secondsOf(rows, 0, 100_000)).toEqual({ well: 70, attention: 0, dark: 10, none: 20 });
  });

  it('leaves out time before the first record', () => {
    expect(secondsOf([row(90_000, null, 'well')], 0, 100_000)).toEqual({
      well: 10,
      attention: 0,
      dark: 0,
      none: 0,
    });
    expect(secondsOf([], 0, 100_000)).toEqual({ well: 0, attention: 0, dark: 0, none: 0 });
  });
});

it('a gap names the worst reason during it, or that the player did not run', () => {
  const rows = [
    row(50_000, null, 'well'),
    row(20_000, 50_000, 'dark', 'It was dark.'),
    row(0, 20_000, 'attention', 'Look.'),
  ];
  expect(whyOf(rows, 10_000, 60_000)).toEqual(verbatim('It was dark.'));
  expect(whyOf(rows, 0, 15_000)).toEqual(verbatim('Look.'));
  expect(whyOf(rows, 55_000, 60_000)).toEqual(message('health.gap.nothing-due'));
  expect(whyOf(rows, -100_000, 5_000)).toEqual(message('health.gap.not-running'));
});

it('display periods cover a day without gaps, also a day of 23 hours', () => {
  const hours = readHours({ daily: '08:00-20:00' });
  const [from, until] = [Date.parse('2026-03-28T23:00:00Z'), Date.parse('2026-03-29T22:00:00Z')];
  const periods = displayPeriods(hours, { from, until, zone: 'Europe/Berlin' });
  expect(
    periods.map(({ wanted, from, to }) => [wanted, (Date.parse(to) - Date.parse(from)) / 3_600_000]),
  ).toEqual([
    ['off', 7],
    ['on', 12],
    ['off', 4],
  ]);
  expect(displayPeriods(null, { from, until, zone: 'UTC' })).toHaveLength(1);
});
