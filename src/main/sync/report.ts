import type { Message } from '../../shared/languages/message.ts';
import type { ErrorReport } from '../ground/errors.ts';

/** Result of one cycle; `vitrine sync --once --json` prints it unchanged. */
export interface SyncReport {
  readonly edition: string | null;
  readonly changed: boolean;
  readonly downloaded: number;
  readonly reused: number;
  readonly failed: readonly {
    readonly mediaFileId: string;
    readonly code: string;
    readonly message: Message;
  }[];
  readonly bytes: number;
  readonly ms: number;
}

export interface SyncStatus {
  readonly state: 'idle' | 'fetching' | 'downloading' | 'waiting' | 'paused' | 'stopped';
  readonly lastSuccessAt: string | null;
  readonly lastError: (ErrorReport & { readonly at: string }) | null;
  /** Time of the next visit; null during a visit and while none is planned. */
  readonly nextAt: string | null;
  readonly downloads: {
    readonly active: number;
    readonly queued: number;
    readonly bytesPerSecond: number;
    readonly items: readonly DownloadProgress[];
    /** Progress over all wanted files; null when none is on its way and before the CMS has answered. */
    readonly goal: GoalProgress | null;
  };
  /** The staged update and its missing files; null when none is staged. */
  readonly staged: StagedUpdate | null;
}

export interface StagedUpdate {
  /** Id of the edition. */
  readonly edition: string;
  readonly missingCount: number;
  /** Of these, the finally failed ones: the update no longer waits for them. */
  readonly failedCount: number;
  /** The first 48 of them, in the order of need. */
  readonly missing: readonly MissingFile[];
  /** It has nothing to show: the show of the previous CMS or assignment goes on until it has. */
  readonly isEmpty: boolean;
}

export interface MissingFile {
  readonly mediaFileId: string;
  readonly name: string;
  /** Bytes received in this run. */
  readonly received: number;
  readonly size: number | null;
  /** The latest failure; null when not tried yet. */
  readonly error: { readonly code: string; readonly message: Message } | null;
  /** Null: running or queued. */
  readonly nextTryAt: string | null;
  /** Finally failed: the update no longer waits for it. */
  readonly failed: boolean;
}

export interface GoalProgress {
  /** Files with different bytes. */
  readonly files: number;
  readonly filesHere: number;
  /** Null: the CMS does not give the size of every file. */
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
