import type { EntryRecord, MediaFileRecord } from '../edition/records.ts';
import type { Reason } from './reason.ts';
import type { Rule } from './rule.ts';

/** An edition made ready for judging: in order, with dates and times as integers and references followed. */
export interface CompiledEdition {
  readonly lists: ReadonlyMap<string, CompiledList>;
  /** How many different rules there are: their numbers are below it. */
  readonly ruleCount: number;
}

export interface CompiledList {
  readonly id: string;
  /** Null: plays in the order of its entries. */
  readonly seed: number | null;
  readonly entries: readonly CompiledEntry[];
  /** It contains itself, or something in it does. */
  readonly leadsIntoCycle: boolean;
  /** Levels of nesting below it; infinite with a cycle. */
  readonly height: number;
  /** Cues and exclusions that one pass could come to at most; infinite with a cycle. */
  readonly mostRows: number;
}

export interface CompiledEntry {
  readonly record: EntryRecord;
  /** A reason that no clock and no download can change. */
  readonly fixed: Reason | null;
  /** Null: its conditions always hold. */
  readonly rule: Rule | null;
  readonly media: MediaFileRecord | null;
  readonly nested: CompiledList | null;
  /** Of the nested playlist at this place: null: in the order of its entries, and all of it each time. */
  readonly nestedSeed: number | null;
  readonly visit: { readonly count: number; readonly random: boolean } | null;
}
