import type { EntryRecord } from '../edition/records.ts';
import { dayMs, readDay, readTime, weekdayOf } from '../edition/wall-clock.ts';
import type { Reason } from './reason.ts';

/** An entry's conditions as integers: days since 1970-01-01, milliseconds since midnight. */
export interface Rule {
  /** Unique within an edition. */
  readonly number: number;
  /** Or `unlimited` days before 1970. */
  readonly startDay: number;
  /** Or `unlimited` days after 1970. */
  readonly endDay: number;
  /** Bit 0 is Sunday, bit 6 Saturday; all seven mean every day. */
  readonly weekdays: number;
  readonly startMs: number;
  /** Before `startMs`: the window runs over midnight and belongs to the day on which it starts. */
  readonly endMs: number;
}

/** Beyond every day of the calendar. A small integer, which needs no memory of its own, unlike the infinite. */
export const unlimited = 2 ** 30;

/** 0: the conditions hold; else the index of the reason in `timedReasons`. */
export type Verdict = 0 | 1 | 2 | 3 | 4;

export const timedReasons = [
  null,
  'before-start-date',
  'after-end-date',
  'wrong-weekday',
  'outside-time',
] as const satisfies readonly (Reason | null)[];

const everyDay = 0b1111111;

/** Judges by the wall clock alone. */
export function judge(rule: Rule, day: number, msOfDay: number): Verdict {
  const { startMs, endMs, weekdays } = rule;
  const isOvernight = endMs < startMs;
  const own = isOvernight && msOfDay < endMs ? day - 1 : day;
  if (own < rule.startDay) return 1;
  if (own > rule.endDay) return 2;
  if (weekdays !== everyDay && (weekdays & (1 << weekdayOf(own))) === 0) return 3;
  const inside = isOvernight ? msOfDay >= startMs || msOfDay < endMs : msOfDay >= startMs && msOfDay < endMs;
  return inside ? 0 : 4;
}

export function judgeWall(rule: Rule, wall: number): Verdict {
  const day = Math.floor(wall / dayMs);
  return judge(rule, day, wall - day * dayMs);
}

/**
 * The conditions of an entry with play rule "by schedule": null if they always hold, `malformed` if a date or time does not
 * exist. `number`: unique within an edition.
 */
export function readRule(entry: EntryRecord, number: number): Rule | null | 'malformed' {
  const startDay = entry.startDate === null ? -unlimited : readDay(entry.startDate);
  const endDay = entry.endDate === null ? unlimited : readDay(entry.endDate);
  const startMs = entry.startTime === null ? 0 : readTime(entry.startTime);
  const end = entry.endTime === null ? lastSecond : readTime(entry.endTime);
  if (startDay === null || endDay === null || startMs === null || end === null) return 'malformed';

  const weekdays = entry.weekdays === 0 ? everyDay : entry.weekdays & everyDay;
  // The order matters: an end of 23:59:59 is the end of the day even if the start is 23:59:59 too.
  const wholeDay = end !== lastSecond && end === startMs;
  const from = wholeDay ? 0 : startMs;
  const until = wholeDay || end === lastSecond ? dayMs : end;
  const dated = startDay !== -unlimited || endDay !== unlimited;
  if (!dated && weekdays === everyDay && from === 0 && until === dayMs) return null;
  return { number, startDay, endDay, weekdays, startMs: from, endMs: until };
}

/** Times of day at which the verdict may change, ascending, midnight first. Some may come twice. */
export function flipsOf({ startMs, endMs }: Rule): readonly [0, number, number] {
  return startMs < endMs ? [0, startMs, endMs] : [0, endMs, startMs];
}

const lastSecond = dayMs - 1000;
