import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { readDay, readTime, wallTime } from '../../src/main/edition/wall-clock.ts';
import { isTimeZone } from '../../src/main/edition/zone.ts';

/** The calendar library computes with the zone, so it must know every accepted name. */
function isComputable(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const threeLetters = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));

describe('a time zone', () => {
  test.each([
    ['the names of the zone database', Intl.supportedValuesOf('timeZone')],
    ['every word of three letters', threeLetters],
    [
      'odd spellings',
      [
        '',
        'Z',
        'utc',
        'pst',
        'europe/berlin',
        ' Europe/Berlin',
        'Mars/Olympus',
        '+01:00',
        '-0330',
        '+25:00',
        'EST5EDT',
      ],
    ],
  ])('%s: accepted names can be computed with', (_, names) => {
    expect(names.filter((name) => isTimeZone(name) !== isComputable(name))).toEqual([]);
  });
});

describe('a day', () => {
  test.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2024-02-29', 19782],
    ['0001-01-01', -719162],
    ['2026-02-29', null],
    ['2026-02-30', null],
    ['2026-00-10', null],
    ['2026-13-01', null],
    ['2026-1-1', null],
    ['2026-01-01T00:00', null],
    ['2026-01-0x', null],
    ['2026/01/01', null],
    ['-026-01-01', null],
    ['', null],
  ])('%j', (text, day) => expect(readDay(text)).toBe(day));

  test('is read as the calendar has it, in years of every kind', () => {
    for (const year of [0, 4, 99, 100, 1900, 1969, 2000, 2026, 2100, 9999])
      for (let day = 0; day <= 366; day++) {
        const date = new Date(Date.UTC(2000, 0, day + 1));
        date.setUTCFullYear(year);
        const text = date.toISOString().slice(0, 10);
        expect(readDay(text)).toBe(date.getTime() / 86_400_000);
      }
  });

  test.each([
    ['00:00:00', 0],
    ['23:59:59', 86_399],
    ['09:05', 32_700],
    ['24:00:00', null],
    ['12:60:00', null],
    ['12:00:60', null],
    ['9:05:00', null],
    ['12:00:0', null],
    ['12-00-00', null],
    ['12:00:00Z', null],
    ['', null],
  ])('the time %j', (text, seconds) => expect(readTime(text)).toBe(seconds === null ? null : seconds * 1000));

  test('and its time are read from the wall clock, in the system’s zone if the zone is unknown', () => {
    const at = Date.parse('2026-07-15T23:30:00Z');
    expect(wallTime(at, 'Europe/Berlin')).toEqual({ day: 20650, ms: 90 * 60_000 });
    expect(wallTime(at, 'Mars/Olympus')).toEqual(wallTime(at, null));
  });
});
