import type { Hours } from '../download/hours.ts';
import type { Limits } from '../download/limits.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { ZoneRecord } from '../edition/records.ts';

/** What sync has to know: plain values, made from the configuration by whoever wires the player. */
export interface SyncSettings {
  /** CMS address, account and assignment as one key: what was fetched under another key is never mixed in. */
  readonly source: string;
  readonly assignment: Assignment;
  /** Where the CMS does not say how often. */
  readonly pollSeconds: number;
  readonly concurrency: number;
  readonly bytesPerSecond?: number | null;
  /** Outside these hours of the shop's day nothing is downloaded while there is something to play. */
  readonly hours?: Hours | null;
  /** Screen id → id or name of the playlist it plays, null for what is assigned. Left out: screen `1` alone. */
  readonly screens?: Readonly<Record<string, string | null>>;
  /** Screen id → its zones, instead of those of the CMS; none: the screen is not divided. */
  readonly zones?: Readonly<Record<string, readonly ZoneRecord[]>>;
  /** Where neither device nor group has one. */
  readonly timeZone?: string | null;
  /** For tests that make hours of trouble happen in seconds. */
  readonly limits?: Partial<Limits>;
}
