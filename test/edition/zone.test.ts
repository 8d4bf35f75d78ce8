import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { readDay, wallTime } from '../../src/main/edition/wall-clock.ts';
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
    ['', null],
  ])('%j', (text, day) => expect(readDay(text)).toBe(day));

  test('and its time are read from the wall clock, in the system’s zone if the zone is unknown', () => {
    const at = Date.parse('2026-07-15T23:30:00Z');
    expect(wallTime(at, 'Europe/Berlin')).toEqual({ day: 20650, ms: 90 * 60_000 });
    expect(wallTime(at, 'Mars/Olympus')).toEqual(wallTime(at, null));
  });
});
