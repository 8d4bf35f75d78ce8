/** The answer of one cycle: `vitrine sync --once --json` prints it as it is. */
export interface SyncReport {
  readonly edition: string | null;
  readonly changed: boolean;
  readonly downloaded: number;
  readonly reused: number;
  readonly failed: readonly {
    readonly mediaFileId: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly bytes: number;
  readonly ms: number;
}

export interface SyncStatus {
  readonly state: 'idle' | 'fetching' | 'downloading' | 'waiting' | 'paused' | 'stopped';
  readonly lastSuccessAt: string | null;
  readonly lastError: { readonly code: string; readonly message: string; readonly at: string } | null;
  readonly nextAt: string | null;
  readonly downloads: {
    readonly active: number;
    readonly queued: number;
    readonly bytesPerSecond: number;
    readonly items: readonly DownloadProgress[];
  };
}

export interface DownloadProgress {
  readonly mediaFileId: string;
  readonly name: string;
  readonly received: number;
  readonly size: number | null;
  readonly bytesPerSecond: number;
  readonly secondsLeft: number | null;
}
