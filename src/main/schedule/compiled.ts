import type { EntryRecord, MediaFileRecord } from '../edition/records.ts';
import type { Reason } from './reason.ts';
import type { Rule } from './rule.ts';

/** An edition prepared for judging: entries in order, dates and times as integers, references resolved. */
export interface CompiledEdition {
  readonly lists: ReadonlyMap<string, CompiledList>;
  /** The number of different rules; rule numbers are below it. */
  readonly ruleCount: number;
}

export interface CompiledList {
  readonly id: string;
  /** Null: plays in the order of its entries. */
  readonly seed: number | null;
  readonly entries: readonly CompiledEntry[];
  /** It contains itself, or a list inside it does. */
  readonly leadsIntoCycle: boolean;
  /** Levels of nesting below it; infinite with a cycle. */
  readonly height: number;
  /** The most cues and exclusions of one pass; infinite with a cycle. */
  readonly mostRows: number;
}

export interface CompiledEntry {
  readonly record: EntryRecord;
  /** A reason that neither clock nor download can change. */
  readonly fixed: Reason | null;
  /** Null: its conditions always hold. */
  readonly rule: Rule | null;
  readonly media: MediaFileRecord | null;
  readonly nested: CompiledList | null;
  /** The shuffle of the nested playlist at this place; null: entry order, or `visit` decides. */
  readonly nestedSeed: number | null;
  readonly visit: { readonly count: number; readonly random: boolean } | null;
}
