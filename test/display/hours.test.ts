import { describe, expect, test } from 'vitest';
import { nextBoundary, readHours, type WrittenHours, wantedAt } from '../../src/main/edition/hours.ts';

const zone = 'Europe/Berlin';
const at = (text: string): number => Date.parse(text);

function hoursOf(written: WrittenHours) {
  const hours = readHours(written);
  if (hours === null) throw new Error('it cannot be read');
  return hours;
}

/** The instants at which it changes within so many days, as read in UTC. */
function changes(written: WrittenHours, from: string, days: number): readonly string[] {
  const hours = hoursOf(written);
  const found: string[] = [];
  for (let now = at(from); ; ) {
    const next = nextBoundary(hours, now, zone);
    if (next === null || next >= at(from) + days * 86_400_000) return found;
    found.push(`${new Date(next).toISOString().slice(5, 16)} ${wantedAt(hours, next, zone)}`);
    now = next;
  }
}

test('a week with a break at noon and a day off', () => {
  const week = { 'mon-fri': ['08:00-12:00', '13:00-18:00'], sat: '09:00-13:00' };
  // A Friday in summer: the shop's clocks are two hours ahead.
  expect(changes(week, '2026-06-05T00:00:00Z', 4)).toEqual([
    '06-05T06:00 on',
    '06-05T10:00 off',
    '06-05T11:00 on',
    '06-05T16:00 off',
    '06-06T07:00 on',
    '06-06T11:00 off',
    '06-08T06:00 on',
    '06-08T10:00 off',
    '06-08T11:00 on',
    '06-08T16:00 off',
  ]);
});

describe('a period over midnight', () => {
  test('belongs to the day on which it begins', () => {
    const bar = { 'fri-sat': '20:00-02:00' };
    expect(changes(bar, '2026-06-04T12:00:00Z', 5)).toEqual([
      '06-05T18:00 on',
      '06-06T00:00 off',
      '06-06T18:00 on',
      '06-07T00:00 off',
    ]);
  });

  test('goes on into a day that is off by its date, and a day off by its date has none of its own', () => {
    const bar = { daily: '20:00-02:00', '2026-12-25': 'off' };
    expect(changes(bar, '2026-12-24T12:00:00Z', 3)).toEqual([
      '12-24T19:00 on',
      '12-25T01:00 off',
      '12-26T19:00 on',
      '12-27T01:00 off',
    ]);
  });
});

describe('a change of the clocks', () => {
  test('in spring: what would begin in the hour that is skipped begins when it is over', () => {
    expect(changes({ daily: '02:30-05:00' }, '2026-03-28T12:00:00Z', 1)).toEqual([
      '03-29T01:00 on',
      '03-29T03:00 off',
    ]);
  });

  test('in autumn: the hour that comes twice is judged by what the wall shows, both times', () => {
    expect(changes({ daily: '08:00-02:30' }, '2026-10-24T12:00:00Z', 1)).toEqual([
      '10-25T00:30 off',
      '10-25T01:00 on',
      '10-25T01:30 off',
      '10-25T07:00 on',
    ]);
  });

  test('the shop opens and closes at the same time by its wall before and after', () => {
    expect(changes({ daily: '08:00-20:00' }, '2026-03-28T00:00:00Z', 2)).toEqual([
      '03-28T07:00 on',
      '03-28T19:00 off',
      '03-29T06:00 on',
      '03-29T18:00 off',
    ]);
  });
});

test('where only dates are named, every other day is on', () => {
  const hours = hoursOf({ '2026-12-25': 'off' });
  expect(wantedAt(hours, at('2026-12-24T12:00:00Z'), zone)).toBe('on');
  expect(wantedAt(hours, at('2026-12-25T12:00:00Z'), zone)).toBe('off');
  expect(nextBoundary(hoursOf({ daily: 'on' }), at('2026-12-24T12:00:00Z'), zone)).toBeNull();
});

test('a whole day can be written in several ways', () => {
  for (const written of ['on', '00:00-24:00', '00:00-00:00'])
    expect(wantedAt(hoursOf({ mon: written, tue: 'off' }), at('2026-06-01T21:59:00Z'), zone)).toBe('on');
});

test.each<WrittenHours>([
  { someday: 'on' },
  { 'mon-': 'on' },
  { 'mon-fri-sat': 'on' },
  { '2026-02-30': 'on' },
  { mon: '8-20' },
  { mon: '08:00' },
  { mon: '08:00-25:00' },
  { mon: ['08:00-12:00', 'later'] },
  { mon: '08:00-12:00-13:00' },
])('%j is a mistake', (written) => {
  expect(readHours(written)).toBeNull();
});
