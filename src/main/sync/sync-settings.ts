import type { Hours } from '../download/hours.ts';
import type { Limits } from '../download/limits.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { ZoneRecord } from '../edition/records.ts';

/** Plain values from the configuration. */
export interface SyncSettings {
  /** CMS address, account and assignment as one key. Data of another key is never mixed in. */
  readonly source: string;
  readonly assignment: Assignment;
  /** Applies when the CMS sets no interval. */
  readonly pollSeconds: number;
  readonly concurrency: number;
  readonly bytesPerSecond?: number | null;
  /** Outside these hours (shop time) the player downloads only while it has nothing to play. */
  readonly hours?: Hours | null;
  /** Screen id → id or name of its playlist, null: the assigned one. Omitted: only screen `1`. */
  readonly screens?: Readonly<Record<string, string | null>>;
  /** Screen id → zones that replace those of the CMS; an empty list: the screen is not divided. */
  readonly zones?: Readonly<Record<string, readonly ZoneRecord[]>>;
  /** Applies when neither device nor group has one. */
  readonly timeZone?: string | null;
  /** For tests that compress hours of trouble into seconds. */
  readonly limits?: Partial<Limits>;
}
