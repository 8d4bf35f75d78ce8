import { expect, test } from 'vitest';
import { Rules } from '../../src/main/schedule/rules.ts';
import { entry } from '../support/records.ts';

const dateAfter = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);

test('entries share a rule if all of their conditions are the same, and only then', () => {
  const rules = new Rules();
  const conditions = { startDate: '2026-01-01', endDate: '2026-02-01', startTime: '08:00', endTime: '09:00' };
  const given = entry('1', { weekdays: 62, ...conditions });
  const rule = rules.of(given);
  expect(rules.of(entry('2', { weekdays: 62, ...conditions, startTime: '08:00:00' }))).toBe(rule);
  for (const other of [
    { weekdays: 63 },
    { startDate: null },
    { startDate: '2025-12-31' },
    { endDate: null },
    { endDate: '2026-02-02' },
    { startTime: '08:00:01' },
    { endTime: '09:00:01' },
  ])
    expect(rules.of({ ...given, ...other })).not.toBe(rule);
  expect(rules.count).toBe(8);
});

test('the first and the last date that can be written are dates of their own', () => {
  const rules = new Rules();
  const dates = ['0000-01-01', '0000-01-02', '9999-12-30', '9999-12-31', null];
  const made = dates.flatMap((startDate) =>
    dates.map((endDate) => rules.of(entry('1', { startDate, endDate, startTime: '08:00:00' }))),
  );
  expect(new Set(made).size).toBe(25);
});

test('of more rules than there are places for, each keeps its conditions and a number below the count', () => {
  const rules = new Rules();
  const days = Array.from({ length: 20_000 }, (_, number) => number % 10_000);
  const made = days.map((day) => rules.of(entry('1', { startDate: dateAfter(day) })));
  expect(made.map((rule) => typeof rule === 'object' && rule?.startDay)).toEqual(days);
  const numbers = made.map((rule) => (typeof rule === 'object' && rule ? rule.number : -1));
  expect(Math.max(...numbers)).toBe(rules.count - 1);
  expect(new Set(numbers).size).toBe(rules.count);
});
