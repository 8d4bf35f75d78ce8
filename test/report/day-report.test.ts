import { expect, test } from 'vitest';
import { dayReport } from '../../src/main/report/day-report.ts';
import type { HealthRow } from '../../src/main/store/health-log.ts';
import { message } from '../../src/shared/languages/message.ts';

const midnight = Date.parse('2026-11-22T00:00:00.000Z');
const hour = 3_600_000;
const row = (from: number, to: number | null): HealthRow => ({
  at: midnight + from * hour,
  endedAt: to === null ? null : midnight + to * hour,
  verdict: 'well',
  sentence: message('health.well'),
  reasons: [],
});

/** The hours without a player, of a day at this hour; rows with the newest first, as the log has them. */
function stopped(nowHour: number, rows: readonly HealthRow[], isHealthCut = false) {
  const iso = (hours: number) => new Date(midnight + hours * hour).toISOString();
  const report = dayReport({
    plan: { day: '2026-11-22', zone: 'UTC', from: iso(0), until: iso(24), entries: [], isCut: false },
    screenId: '1',
    screens: ['1'],
    hours: null,
    shown: [],
    health: rows,
    isHealthCut,
    now: midnight + nowHour * hour,
  });
  return report.stopped.map(({ from, to }) => [from, to].map((at) => (Date.parse(at) - midnight) / hour));
}

test('hours without a record of health are hours without a player, in the past alone', () => {
  expect(stopped(12, [row(-30, null)])).toEqual([]);
  expect(stopped(12, [row(9, null), row(6, 9), row(-30, 4)])).toEqual([[4, 6]]);
  expect(stopped(12, [row(10, null)])).toEqual([[0, 10]]);
  expect(stopped(12, [])).toEqual([[0, 12]]);
  expect(stopped(36, [row(-30, 20)])).toEqual([[20, 24]]);
  expect(stopped(-3, [row(-30, null)])).toEqual([]);
});

test('a restart is no such hour, nor is one whose record was deleted', () => {
  expect(stopped(12, [row(8.01, null), row(-30, 8)])).toEqual([]);
  expect(stopped(12, [row(8, null), row(6, 7)], true)).toEqual([[7, 8]]);
});

test('a clock that was set back leaves no hour without a player', () => {
  expect(stopped(12, [row(5, null), row(-30, 9)])).toEqual([]);
});
