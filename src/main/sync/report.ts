import type { Sentence } from '../../shared/languages/message.ts';
import type { ErrorReport } from '../ground/errors.ts';

/** The answer of one cycle: `vitrine sync --once --json` prints it as it is. */
export interface SyncReport {
  readonly edition: string | null;
  readonly changed: boolean;
  readonly downloaded: number;
  readonly reused: number;
  readonly failed: readonly {
    readonly mediaFileId: string;
    readonly code: string;
    readonly message: Sentence;
  }[];
  readonly bytes: number;
  readonly ms: number;
}

export interface SyncStatus {
  readonly state: 'idle' | 'fetching' | 'downloading' | 'waiting' | 'paused' | 'stopped';
  readonly lastSuccessAt: string | null;
  readonly lastError: (ErrorReport & { readonly at: string }) | null;
  /** When the CMS is visited next; null while it is being visited, and when nobody will. */
  readonly nextAt: string | null;
  readonly downloads: {
    readonly active: number;
    readonly queued: number;
    readonly bytesPerSecond: number;
    readonly items: readonly DownloadProgress[];
    /** How far all that is wanted is; null when all of it is here, and before the CMS has answered. */
    readonly goal: GoalProgress | null;
  };
  /** The update that is staged and what it still waits for; null when none is. */
  readonly staged: StagedUpdate | null;
}

export interface StagedUpdate {
  /** Id of the edition. */
  readonly edition: string;
  /** How many media files are not here yet. */
  readonly missingCount: number;
  /** The first few dozen of them, in the order in which they are needed. */
  readonly missing: readonly MissingFile[];
}

export interface MissingFile {
  readonly mediaFileId: string;
  readonly name: string;
  /** Bytes that are here in this run. */
  readonly received: number;
  readonly size: number | null;
  /** Why it is not here, as far as it was tried. */
  readonly error: { readonly code: string; readonly message: Sentence } | null;
  /** Null: it is under way or in line. */
  readonly nextTryAt: string | null;
  /** It has finally failed: the update does not wait for it any longer. */
  readonly failed: boolean;
}

export interface GoalProgress {
  /** Files with different bytes. */
  readonly files: number;
  readonly filesHere: number;
  /** Null: the CMS does not say how large each one is. */
  readonly bytes: number | null;
  readonly bytesHere: number;
}

export interface DownloadProgress {
  readonly mediaFileId: string;
  readonly name: string;
  readonly received: number;
  readonly size: number | null;
  readonly bytesPerSecond: number;
  readonly secondsLeft: number | null;
}
