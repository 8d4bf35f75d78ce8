import type { Message } from '../../shared/languages/message.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import type { ContentDescription, Holdings } from '../edition/holdings.ts';

/** The store as sync needs it. The store implements it; sync never imports the store. */
export interface SyncStore {
  /** Folder for unfinished downloads, on the same file system as the objects. */
  readonly partsFolder: string;

  active(): StoredEdition | null;
  /** The active edition or, until this source has its first, that of the previous source. */
  show(): StoredEdition | null;
  staged(): StoredEdition | null;
  /** Durable: the sidecar is on disk before this resolves. Replaces the staged edition. */
  stage(edition: Edition): Promise<void>;
  /** One transaction: staged → active, active → previous. */
  activate(editionId: string, complete: boolean): Promise<void>;
  /** Notes that the active edition misses nothing any more. */
  markComplete(editionId: string): void;
  dropStaged(): void;
  /**
   * The edition that a rollback left. It is not activated again until the CMS gives another one,
   * which `forgetRolledBack` records.
   */
  rolledBackFrom(): string | null;
  forgetRolledBack(): void;

  holdings(edition: Edition): Holdings;
  /**
   * Binds media files to stored objects with the same marker or hash, in one transaction. Returns the ids of the media
   * files whose bytes are missing.
   */
  bindKnown(edition: Edition): readonly string[];
  /** Verified, complete parts become objects: fsync → rename → fsync folders → rows. A group shares its flushes. */
  put(parts: readonly FinishedPart[]): Promise<void>;

  attempt(source: string, marker: string): AttemptRecord | null;
  saveAttempt(attempt: AttemptRecord): void;
  clearAttempt(source: string, marker: string): void;
  /** End of the `Retry-After` of this origin in epoch milliseconds; kept over restarts. */
  retryAfter(origin: string): number | null;
  setRetryAfter(origin: string, until: number | null): void;

  /** True when this many more bytes fit above the floor and below the quota, after reclaiming if necessary. */
  makeSpace(bytes: number): Promise<boolean>;
  /** Removes objects that neither the active, the staged nor the previous edition nor a screen needs. */
  reclaim(): Promise<void>;
}

/** A part whose bytes are complete, hashed and accepted, but not yet durable. */
export interface FinishedPart extends ContentDescription {
  readonly path: string;
  readonly source: string;
  readonly marker: string;
  /** Every media file of the edition with this marker. */
  readonly mediaFileIds: readonly string[];
  readonly sha256: string;
  /** Other hashes that the server named: a later edition can recognise the bytes by them. */
  readonly md5: string | null;
  readonly sha1: string | null;
  readonly bytes: number;
}

/** The failures of a download, kept over restarts. */
export interface AttemptRecord {
  readonly source: string;
  readonly marker: string;
  readonly mediaFileId: string;
  readonly attempts: number;
  /** Consecutive refusals by the server or by our checks; they count towards `failed`. */
  readonly refusals: number;
  readonly firstAt: number;
  readonly lastProgressAt: number;
  readonly nextTryAt: number;
  /** Failed for good: 404, 410, three refusals, or 30 minutes without progress. */
  readonly failed: boolean;
  readonly code: string;
  readonly message: Message;
}
