import type { EntryRecord } from '../edition/records.ts';
import { dayMs } from '../edition/wall-clock.ts';
import { type Conditions, type Rule, readConditions, ruleOf } from './rule.ts';

/** So many different pairs of dates fit into a number beside the times of day and the weekdays. */
const mostDates = 8192;
const secondsOfDay = dayMs / 1000 + 1;

/** The rules of one edition. Thousands of entries usually share a handful of conditions. */
export class Rules {
  /** Start and end date as one number → their own number. */
  readonly #dates = new Map<number, number>();
  readonly #rules = new Map<number, Rule>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  of(record: EntryRecord): Rule | null | 'malformed' {
    const conditions = readConditions(record);
    if (conditions === null || conditions === 'malformed') return conditions;
    const key = this.#keyOf(conditions);
    const kept = this.#rules.get(key);
    if (kept !== undefined) return kept;
    const made = ruleOf(conditions, this.#count++);
    // Entries with still other pairs of dates have a rule each.
    if (!Number.isNaN(key)) this.#rules.set(key, made);
    return made;
  }

  #keyOf({ startDay, endDay, weekdays, startMs, endMs }: Conditions): number {
    const dates = this.#numberOf(dayNumber(startDay) * 2 ** 23 + dayNumber(endDay));
    if (dates === null) return Number.NaN;
    return (((startMs / 1000) * secondsOfDay + endMs / 1000) * 128 + weekdays) * mostDates + dates;
  }

  #numberOf(dates: number): number | null {
    const kept = this.#dates.get(dates);
    if (kept !== undefined) return kept;
    if (this.#dates.size === mostDates) return null;
    const made = this.#dates.size;
    this.#dates.set(dates, made);
    return made;
  }
}

/** A positive number for a day of the years 0 to 9999; no limit is 0. */
function dayNumber(day: number): number {
  return Number.isFinite(day) ? day + 2 ** 20 : 0;
}
