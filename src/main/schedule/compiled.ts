import type { Edition } from '../edition/edition.ts';
import type { EntryRecord, MediaFileRecord } from '../edition/records.ts';
import type { Reason } from './reason.ts';
import type { Rule } from './rule.ts';

/** An edition prepared for judging: entries in order, dates and times as integers, nested playlists resolved. */
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

export interface Nesting {
  /** Null: unknown or deleted. */
  readonly list: CompiledList | null;
  /** The shuffle of the nested playlist at this place; null: entry order, or `visit` decides. */
  readonly seed: number | null;
  readonly visit: { readonly count: number; readonly random: boolean } | null;
}

/** Most entries of a large edition do not play now: their media files are not searched. */
export class CompiledEntry {
  readonly record: EntryRecord;
  /** In its list. */
  readonly position: number;
  /** A reason in the record that neither clock nor download can change. */
  readonly fault: Reason | null;
  /** Null: its conditions always hold. */
  readonly rule: Rule | null;
  /** Null: it names no nested playlist. */
  readonly nesting: Nesting | null;
  readonly #files: Edition['mediaFiles'];
  #media: MediaFileRecord | null | undefined;

  constructor(
    record: EntryRecord,
    position: number,
    fault: Reason | null,
    rule: Rule | null,
    nesting: Nesting | null,
    files: Edition['mediaFiles'],
  ) {
    this.record = record;
    this.position = position;
    this.fault = fault;
    this.rule = rule;
    this.nesting = nesting;
    this.#files = files;
    this.#media = undefined;
  }

  get media(): MediaFileRecord | null {
    if (this.#media === undefined) this.#media = own(this.#files, this.record.mediaFileId);
    return this.#media;
  }

  /** A reason that neither clock nor download can change. */
  get fixed(): Reason | null {
    if (this.fault !== null && this.fault !== 'never') return this.fault;
    return this.media !== null && this.media.deletedAt !== null ? 'deleted' : this.fault;
  }
}

/** Names from outside must not reach inherited properties (`constructor`, `__proto__`). */
export function own<Value extends object>(
  table: Readonly<Record<string, Value>>,
  key: string | null,
): Value | null {
  if (key === null) return null;
  const value = table[key];
  // `Object.hasOwn` would search the large table twice for each entry. A table of records inherits only these.
  return value === undefined || typeof value === 'function' || value === Object.prototype ? null : value;
}
