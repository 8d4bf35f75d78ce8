import type { EntryRecord } from '../edition/records.ts';
import { dayMs, readDay, readTime, weekdayOf } from '../edition/wall-clock.ts';
import type { Reason } from './reason.ts';

/** An entry's conditions as integers: days since 1970-01-01, milliseconds since midnight. */
export interface Rule {
  /** Unique within an edition. */
  readonly number: number;
  readonly startDay: number;
  readonly endDay: number;
  /** Bit 0 is Sunday, bit 6 Saturday; all seven mean every day. */
  readonly weekdays: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The window runs over midnight and belongs to the day on which it starts. */
  readonly overnight: boolean;
  /** Times of day at which the verdict may change, ascending, midnight first. */
  readonly flips: readonly number[];
}

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
  const own = rule.overnight && msOfDay < rule.endMs ? day - 1 : day;
  if (own < rule.startDay) return 1;
  if (own > rule.endDay) return 2;
  if (rule.weekdays !== everyDay && (rule.weekdays & (1 << weekdayOf(own))) === 0) return 3;
  const inside = rule.overnight
    ? msOfDay >= rule.startMs || msOfDay < rule.endMs
    : msOfDay >= rule.startMs && msOfDay < rule.endMs;
  return inside ? 0 : 4;
}

export function judgeWall(rule: Rule, wall: number): Verdict {
  const day = Math.floor(wall / dayMs);
  return judge(rule, day, wall - day * dayMs);
}

/** The conditions of an entry as they were read, before they are given a number. */
export type Conditions = Pick<Rule, 'startDay' | 'endDay' | 'weekdays' | 'startMs' | 'endMs'>;

/** The conditions of an entry with play rule "by schedule": null if they always hold, `malformed` if a date or time does not exist. */
export function readConditions(entry: EntryRecord): Conditions | null | 'malformed' {
  const startDay = entry.startDate === null ? Number.NEGATIVE_INFINITY : readDay(entry.startDate);
  const endDay = entry.endDate === null ? Number.POSITIVE_INFINITY : readDay(entry.endDate);
  const startMs = entry.startTime === null ? 0 : readTime(entry.startTime);
  const end = entry.endTime === null ? lastSecond : readTime(entry.endTime);
  if (startDay === null || endDay === null || startMs === null || end === null) return 'malformed';

  const weekdays = entry.weekdays === 0 ? everyDay : entry.weekdays & everyDay;
  // The order matters: an end of 23:59:59 is the end of the day even if the start is 23:59:59 too.
  const wholeDay = end !== lastSecond && end === startMs;
  const from = wholeDay ? 0 : startMs;
  const until = wholeDay || end === lastSecond ? dayMs : end;
  const dated = startDay !== Number.NEGATIVE_INFINITY || endDay !== Number.POSITIVE_INFINITY;
  if (!dated && weekdays === everyDay && from === 0 && until === dayMs) return null;
  return { startDay, endDay, weekdays, startMs: from, endMs: until };
}

/** `number`: unique within an edition. */
export function ruleOf(conditions: Conditions, number: number): Rule {
  const { startDay, endDay, weekdays, startMs, endMs } = conditions;
  const overnight = endMs < startMs;
  return { number, startDay, endDay, weekdays, startMs, endMs, overnight, flips: flipsOf(conditions) };
}

function flipsOf({ startMs, endMs }: Pick<Rule, 'startMs' | 'endMs'>): readonly number[] {
  const [first, second] = startMs < endMs ? [startMs, endMs] : [endMs, startMs];
  // Literals: arrays that grow would take room for many more numbers.
  if (first === 0) return second < dayMs ? [0, second] : [0];
  return second < dayMs ? [0, first, second] : [0, first];
}

const lastSecond = dayMs - 1000;
