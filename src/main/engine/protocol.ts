import type { Standby } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config } from '../config.ts';
import type { AllowedPage } from '../host/host.ts';
import type { LogLine } from '../log.ts';
import type { EngineStatus } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { SyncReport } from '../sync/report.ts';

/** What the main thread may ask of the engine thread. */
export type EngineCalls = {
  status(): EngineStatus;
  schedule(params: { at: string | null; screenId: string | null }): ScheduleReport;
  syncNow(): Promise<SyncReport>;
  rollback(): Promise<{ edition: string }>;
  /** A showing on a screen began, ended or failed: one row of proof of play. */
  showing(params: Showing): void;
  /** The machine woke up or its zone may have changed: look at the clock again. */
  woke(): void;
  stop(): Promise<void>;
};

export type Showing =
  | (ShowingKey & { readonly type: 'started'; readonly at: number })
  | (ShowingKey & {
      readonly type: 'ended';
      readonly at: number;
      readonly outcome: 'completed' | 'interrupted' | 'failed';
      readonly reason: string | null;
    })
  /** It never came on screen. */
  | (ShowingKey & { readonly type: 'failed'; readonly at: number; readonly reason: string });

export interface ShowingKey {
  readonly showingId: string;
  readonly screenId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly editionId: string | null;
}

export type EngineEvent =
  | { readonly type: 'programme'; readonly programme: Programme; readonly settings: ScreenSettings }
  | { readonly type: 'standby'; readonly standby: Standby }
  /** Every web page that the edition names: the hosts lift framing headers of these and no others. */
  | { readonly type: 'pages'; readonly pages: readonly AllowedPage[] }
  | { readonly type: 'log'; readonly line: LogLine };

/** Handed to the engine thread when it starts. */
export interface EngineData {
  readonly config: Config;
  /** Mistakes of a configuration that was mended as far as possible so that the last show can play on. */
  readonly configMistake: { readonly code: string; readonly message: string } | null;
}
