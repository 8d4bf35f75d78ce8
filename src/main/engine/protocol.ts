import type { Standby, StreamVerdicts } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config } from '../config/config.ts';
import type { Commands } from '../display/hook-commands.ts';
import type { AddressKind } from '../ground/address-kind.ts';
import type { ErrorReport } from '../ground/errors.ts';
import type { LogLine } from '../ground/log.ts';
import type { Vitals } from '../health/facts.ts';
import type { AllowedPage } from '../host/host.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { ShownReport } from '../report/shown-report.ts';
import type { EngineStatus } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { Showing } from '../show/events.ts';
import type {
  FleetCommandRow,
  FleetEvent,
  FleetEventRow,
  FleetResultRow,
  FleetRows,
  FleetTaken,
} from '../store/fleet-rows.ts';
import type { HealthChange, HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';
import type { SyncReport } from '../sync/report.ts';
import type { Launched } from '../update/launched.ts';
import type { ShowFacts } from '../update/trial.ts';
import type { UpdateStatus, WantedRelease } from '../update/update-status.ts';
import type { StartMode } from './suspect-edition.ts';

/** What the main thread may ask of the engine thread. */
export type EngineCalls = {
  /** Opens store and schedule and starts to play and sync. Fails when the data folder cannot be used. */
  open(params: EngineData): Promise<void>;
  /** Is answered while the thread lives. */
  ping(): void;
  status(): EngineStatus;
  vitals(): Vitals;
  /** Another verdict on the player's health, or other reasons for it. */
  healthChanged(params: HealthChange): void;
  /** How the player was; the newest of the changes first. */
  healthLog(params: number): readonly HealthRow[];
  /** What outlives the player of its fleet: see `FleetRows`. */
  fleetEvent(params: FleetEvent): void;
  fleetEvents(params: number): readonly FleetEventRow[];
  fleetEventsDelivered(params: number): void;
  fleetTake(params: { readonly row: FleetCommandRow; readonly now: number | null }): FleetTaken;
  fleetBegin(params: string): void;
  fleetFinish(params: { readonly id: string; readonly result: string }): void;
  fleetUnfinished(): ReturnType<FleetRows['unfinished']>;
  fleetResults(params: number): ReturnType<FleetRows['results']>;
  fleetResultDelivered(params: Omit<FleetResultRow, 'result'>): void;
  /** Answers at most `limit` cues and exclusions. */
  schedule(params: { at: string | null; screenId: string | null; limit: number | null }): ScheduleReport;
  /** One day of a screen; null: today, and the first screen. */
  day(params: { day: string | null; screenId: string | null }): DayReport;
  /** What is here of the edition that is shown, and what is not. */
  files(): FilesReport;
  /** What was shown in the last so many days. */
  shown(params: { days: number }): ShownReport;
  /** Proof of play in pieces. */
  proofPage(params: ProofCursor): readonly NumberedRow[];
  syncNow(): Promise<SyncReport>;
  /** Sync rests until it is resumed, or until the engine is started again. */
  pauseSync(): void;
  resumeSync(): void;
  rollback(): Promise<{ edition: string }>;
  /** A showing on a screen began, ended or failed. */
  showing(params: Showing): void;
  /** A stage said what its browser can decode. */
  streams(params: StreamVerdicts): void;
  /** How large the displays are on which screens are. */
  displays(
    params: readonly { readonly screenId: string; readonly width: number; readonly height: number }[],
  ): void;
  /** The machine woke up or its zone may have changed: look at the clock again. */
  woke(): void;
  /** How the show is, every five seconds; `end`: the player has to end, so that another release is started. */
  updateSees(params: ShowFacts): Promise<'stay' | 'end'>;
  /** From a folder; null: from where the configuration says. */
  updateNow(params: string | null): Promise<UpdateStatus>;
  updateHold(params: boolean): Promise<UpdateStatus>;
  updateWant(params: WantedRelease | null): Promise<UpdateStatus>;
  stop(): Promise<void>;
};

export type EngineEvent =
  /** No other player has the data folder: windows may be opened. */
  | { readonly type: 'locked' }
  | { readonly type: 'programme'; readonly programme: Programme; readonly settings: ScreenSettings }
  | { readonly type: 'standby'; readonly standby: Standby }
  /** Every web page that the edition names: the hosts lift framing headers of these and no others. */
  | { readonly type: 'pages'; readonly pages: readonly AllowedPage[] }
  /** In whose network the CMS is: web pages are judged by it. */
  | { readonly type: 'cms-kind'; readonly kind: AddressKind }
  /** The CMS wants something done as an entry begins or ends. */
  | ({ readonly type: 'commands' } & Commands)
  | { readonly type: 'log'; readonly line: LogLine };

/** What the engine's thread is handed when it begins. */
export interface ThreadData {
  readonly dataDir: string;
}

/** What the engine is opened with. */
export interface EngineData {
  readonly config: Config;
  /** What the launcher says; null: there is none. */
  readonly launched?: Launched | null;
  /** Mistakes of a configuration that was mended as far as possible so that the last show can play on. */
  readonly configMistake: ErrorReport | null;
  /** Left out: as usual. */
  readonly start?: StartMode;
}
