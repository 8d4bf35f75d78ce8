import type { EntryRecord } from '../edition/records.ts';
import { type Rule, readRule } from './rule.ts';

/** A power of two. */
const places = 4096;

/**
 * The rules of one edition. Thousands of entries usually share a handful of conditions. A table of all rules would cost
 * more than it saves if all are different: each rule has one place, and another rule may take it.
 */
export class Rules {
  readonly #recent = new Array<Rule | undefined>(places);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  of(record: EntryRecord): Rule | null | 'malformed' {
    const rule = readRule(record, this.#count);
    if (rule === null || rule === 'malformed') return rule;
    const place = placeOf(rule);
    const kept = this.#recent[place];
    if (kept !== undefined && isSame(kept, rule)) return kept;
    this.#recent[place] = rule;
    this.#count++;
    return rule;
  }
}

function placeOf({ startDay, endDay, weekdays, startMs, endMs }: Rule): number {
  let mixed = Math.imul(startDay, 31) + endDay;
  mixed = Math.imul(mixed, 31) + weekdays;
  mixed = Math.imul(mixed, 31) + startMs / 1000;
  mixed = Math.imul(Math.imul(mixed, 31) + endMs / 1000, 0x9e3779b1);
  return mixed >>> 20;
}

function isSame(a: Rule, b: Rule): boolean {
  return (
    a.startDay === b.startDay &&
    a.endDay === b.endDay &&
    a.weekdays === b.weekdays &&
    a.startMs === b.startMs &&
    a.endMs === b.endMs
  );
}
