import type { Standby, StreamVerdicts } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config } from '../config/config.ts';
import type { Commands } from '../display/hook-commands.ts';
import type { TouchPages } from '../edition/touch-pages.ts';
import type { AddressKind } from '../ground/address-kind.ts';
import type { ErrorReport } from '../ground/errors.ts';
import type { LogLine } from '../ground/log.ts';
import type { Caller } from '../ground/rpc.ts';
import type { Vitals } from '../health/facts.ts';
import type { AllowedPage } from '../host/host.ts';
import type { FeedState } from '../interrupt/feeds.ts';
import type { MediaReport, WantedMedium } from '../interrupt/media.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { NamedRow } from '../report/named-rows.ts';
import type { ProofDay } from '../report/proof-day.ts';
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

/** Calls from the main thread to the engine's thread. */
export type EngineCalls = {
  /** Opens store and schedule and starts to play and sync. Fails when the data folder cannot be used. */
  open(params: EngineData): Promise<void>;
  /** Answered as long as the thread lives. */
  ping(): void;
  status(): EngineStatus;
  vitals(): Vitals;
  /** The verdict on the player's health or its reasons changed. */
  healthChanged(params: HealthChange): void;
  /** Changes of health, newest first. */
  healthLog(params: number): readonly HealthRow[];
  /** Stored events, commands and results of the fleet: see `FleetRows`. */
  fleetEvent(params: FleetEvent): void;
  fleetEvents(params: number): readonly FleetEventRow[];
  fleetEventsDelivered(params: number): void;
  fleetTake(params: { readonly row: FleetCommandRow; readonly now: number | null }): FleetTaken;
  fleetBegin(params: string): void;
  fleetFinish(params: { readonly id: string; readonly result: string }): void;
  fleetUnfinished(): ReturnType<FleetRows['unfinished']>;
  fleetResults(params: number): ReturnType<FleetRows['results']>;
  fleetResultDelivered(params: Omit<FleetResultRow, 'result'>): void;
  /** Returns at most `limit` cues and exclusions. */
  schedule(params: { at: string | null; screenId: string | null; limit: number | null }): ScheduleReport;
  /** One day of a screen; null: today, and the first screen. */
  day(params: { day: string | null; screenId: string | null }): DayReport;
  /** Present and missing files of the active edition. */
  files(): FilesReport;
  /** Items shown in the last so many days. */
  shown(params: { days: number }): ShownReport;
  /** Proof of play, page by page. */
  proofPage(params: ProofCursor): readonly NamedRow<NumberedRow>[];
  /** The day of the first showing since then; null: there is none. */
  proofDay(params: { since: number }): ProofDay | null;
  syncNow(): Promise<SyncReport>;
  /** Until resumed, or until the engine restarts. */
  pauseSync(): void;
  resumeSync(): void;
  rollback(): Promise<{ edition: string }>;
  /** A showing on a screen began, ended or failed. */
  showing(params: Showing): void;
  /** A stage reported which streams its browser can decode. */
  streams(params: StreamVerdicts): void;
  /** The sizes of the screens' displays. */
  displays(
    params: readonly { readonly screenId: string; readonly width: number; readonly height: number }[],
  ): void;
  /** The pictures and videos of all interrupts; others are given up. */
  interruptMedia(params: readonly WantedMedium[]): void;
  /** The machine woke up or its zone may have changed: check the clock. */
  woke(): void;
  /** The state of the show, every five seconds; `end`: the player must end so that another release starts. */
  updateSees(params: ShowFacts): Promise<'stay' | 'end'>;
  /** From a folder; null: from the configured server. */
  updateNow(params: string | null): Promise<UpdateStatus>;
  updateHold(params: boolean): Promise<UpdateStatus>;
  updateWant(params: WantedRelease | null): Promise<UpdateStatus>;
  stop(): Promise<void>;
};

/** The engine for those who need only some of its calls. */
export interface EnginePort<Names extends keyof EngineCalls> {
  readonly call: Caller<Pick<EngineCalls, Names>, EngineEvent>['call'];
}

export type EngineEvent =
  /** No other player uses the data folder: windows may be opened. */
  | { readonly type: 'locked' }
  | { readonly type: 'programme'; readonly programme: Programme; readonly settings: ScreenSettings }
  | { readonly type: 'standby'; readonly standby: Standby }
  /** Every web page of the edition: the hosts lift the framing headers of these and no others. */
  | { readonly type: 'pages'; readonly pages: readonly AllowedPage[] }
  /** What a touch opens. */
  | { readonly type: 'touch-pages'; readonly pages: TouchPages }
  /** The network of the CMS: which web pages may be reached depends on it. */
  | { readonly type: 'cms-kind'; readonly kind: AddressKind }
  /** Commands of the CMS for an entry that begins or ends. */
  | ({ readonly type: 'commands' } & Commands)
  /** All configured feeds of alerts. */
  | { readonly type: 'alerts'; readonly feeds: readonly FeedState[] }
  | ({ readonly type: 'interrupt-media' } & MediaReport)
  | { readonly type: 'log'; readonly line: LogLine };

export interface ThreadData {
  readonly dataDir: string;
}

/** What the engine is opened with. */
export interface EngineData {
  readonly config: Config;
  /** The launcher's data; null: started without one. */
  readonly launched?: Launched | null;
  /** Mistakes of a configuration that was repaired as far as possible, so that the last show can play on. */
  readonly configMistake: ErrorReport | null;
  /** Left out: a normal start. */
  readonly start?: StartMode;
}
