import type { Sentence } from '../../shared/languages/message.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import type { ContentDescription, Holdings } from '../edition/holdings.ts';

/** What sync asks of the store. The store implements it; sync never imports the store. */
export interface SyncStore {
  /** Folder for unfinished downloads, on the same file system as the objects. */
  readonly partsFolder: string;

  active(): StoredEdition | null;
  staged(): StoredEdition | null;
  /** Durable: the sidecar is on disk before this resolves. Replaces whatever was staged. */
  stage(edition: Edition): Promise<void>;
  /** One transaction: staged → active, active → previous. */
  activate(editionId: string, complete: boolean): Promise<void>;
  /** Notes that nothing is missing of the active edition any more. */
  markComplete(editionId: string): void;
  dropStaged(): void;
  /**
   * The edition that a person left by rolling back. It is not activated again until the CMS answers another one,
   * which `forgetRolledBack` records.
   */
  rolledBackFrom(): string | null;
  forgetRolledBack(): void;

  holdings(edition: Edition): Holdings;
  /**
   * Points media files at objects that are already here by the same marker or the same hash, in one transaction.
   * Answers the ids of the media files whose bytes are still missing.
   */
  bindKnown(edition: Edition): readonly string[];
  /** Verified, complete parts become objects: fsync → rename → fsync folders → rows. A group shares its flushes. */
  put(parts: readonly FinishedPart[]): Promise<void>;

  attempt(source: string, marker: string): AttemptRecord | null;
  saveAttempt(attempt: AttemptRecord): void;
  clearAttempt(source: string, marker: string): void;
  /** Until when (epoch milliseconds) the server at this origin asked us to stay away; kept over restarts. */
  retryAfter(origin: string): number | null;
  setRetryAfter(origin: string, until: number | null): void;

  /** True when this many more bytes fit above the floor and below the quota, after reclaiming if need be. */
  makeSpace(bytes: number): Promise<boolean>;
  /** Removes what neither the active, the staged nor the previous edition nor a screen needs. */
  reclaim(): Promise<void>;
}

/** A part whose bytes are complete, hashed and accepted. It is not durable yet. */
export interface FinishedPart extends ContentDescription {
  readonly path: string;
  readonly source: string;
  readonly marker: string;
  /** Every media file of the edition with this marker. */
  readonly mediaFileIds: readonly string[];
  readonly sha256: string;
  /** The server's other hashes of the same bytes, where it named any: they let a later edition recognise them. */
  readonly md5: string | null;
  readonly sha1: string | null;
  readonly bytes: number;
}

/** What is remembered of a download over restarts. */
export interface AttemptRecord {
  readonly source: string;
  readonly marker: string;
  readonly mediaFileId: string;
  readonly attempts: number;
  /** Refusals in a row by the server or by our checks; they count towards "finally failed". */
  readonly refusals: number;
  readonly firstAt: number;
  readonly lastProgressAt: number;
  readonly nextTryAt: number;
  /** Set when it has finally failed: 404, 410, three refusals, or 30 minutes without progress. */
  readonly failed: boolean;
  readonly code: string;
  readonly message: Sentence;
}
