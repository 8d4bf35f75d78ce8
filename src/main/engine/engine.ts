import { type Message, message } from '../../shared/languages/message.ts';
import type { StreamVerdicts } from '../../shared/messages.ts';
import type { Assignee } from '../edition/assignment.ts';
import type { Edition } from '../edition/edition.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Vitals } from '../health/facts.ts';
import { releaseError } from '../release/failure.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { NamedRow } from '../report/named-rows.ts';
import type { ProofDay } from '../report/proof-day.ts';
import type { ShownReport } from '../report/shown-report.ts';
import type { EngineStatus } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { Showing } from '../show/events.ts';
import type { FleetRows } from '../store/fleet-rows.ts';
import type { HealthChange, HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';
import type { Store } from '../store/store.ts';
import type { SyncReport, SyncStatus } from '../sync/report.ts';
import type { OpeningUpdates } from '../update/opening.ts';
import type { ShowFacts } from '../update/trial.ts';
import type { UpdateStatus, WantedRelease } from '../update/update-status.ts';
import { Announcements } from './announcements.ts';
import { ContentFaults, heldBackFaults, heldBackIn } from './content-faults.ts';
import { FirstVisit } from './first-visit.ts';
import type { Headlines } from './headlines.ts';
import type { InterruptFiles } from './interrupt-files.ts';
import type { Programmer } from './programmer.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';
import { Reports } from './reports.ts';
import { ShowingRecord } from './showing-record.ts';
import { sourceOf } from './source.ts';
import type { Stages } from './stages.ts';
import { StandbyNow } from './standby-now.ts';
import { configuredSource, engineStatus } from './status.ts';
import { StrikeRule } from './strike-rule.ts';
import { LastVitals, vitalsOf } from './vitals.ts';

export interface EngineNeeds {
  readonly clock: Clock;
  readonly log: Log;
  emit(event: EngineEvent): void;
}

interface OpenNeeds extends EngineNeeds {
  readonly stages: Stages;
  readonly programmer: Programmer;
  readonly headlines: Headlines;
  readonly interruptMedia: InterruptFiles;
  /** Null without a launcher, which alone could start another release. */
  readonly updates: OpeningUpdates | null;
  close(): Promise<void>;
}

/** The stages that turn data into programmes, behind the calls of the main thread. */
export class Engine {
  readonly interruptMedia: InterruptFiles;
  readonly #data: EngineData;
  readonly #needs: OpenNeeds;
  readonly #announcements: Announcements;
  readonly #strikes: StrikeRule;
  readonly #showings: ShowingRecord;
  readonly #standby: StandbyNow;
  readonly #reports: Reports;
  readonly #firstVisit: FirstVisit;
  readonly #contentFaults: ContentFaults;
  readonly #lastVitals = new LastVitals();
  #isStopped = false;

  constructor(data: EngineData, needs: OpenNeeds) {
    this.#data = data;
    this.#needs = needs;
    this.interruptMedia = needs.interruptMedia;
    this.#announcements = new Announcements(needs);
    this.#standby = new StandbyNow(needs);
    this.#contentFaults = new ContentFaults(needs.clock);
    this.#firstVisit = new FirstVisit(needs.clock, () => needs.stages.start());
    this.#strikes = new StrikeRule({ store: needs.stages.store, log: needs.log });
    this.#showings = new ShowingRecord({
      store: needs.stages.store,
      strikes: this.#strikes,
      emit: needs.emit,
    });
    const { clock, programmer, stages } = needs;
    this.#reports = new Reports({ clock, programmer, store: stages.store, config: data.config });
  }

  /** Plays what is stored before it fetches anything: until the show is seen, the start needs the whole machine. */
  start(): void {
    const { programmer } = this.#needs;
    this.#announce();
    programmer.start();
    this.#needs.headlines.follow(this.#edition);
    this.#reportStandby();
    this.#firstVisit.plan(this.#edition !== null);
  }

  editionChanged(): void {
    if (this.#isStopped) return;
    const { programmer, headlines } = this.#needs;
    this.#announce();
    programmer.refresh('edition');
    headlines.follow(this.#edition);
    this.#reportStandby();
  }

  /** The CMS was visited, or another part of the sync status changed. */
  visited(status: SyncStatus): void {
    if (this.#isStopped) return;
    this.#strikes.visited(status);
    this.#reportStandby();
  }

  /** The connection to the CMS was set up, or fails for another reason. */
  connectionChanged(): void {
    if (!this.#isStopped) this.#reportStandby();
  }

  status(): EngineStatus {
    const { stages, programmer, clock } = this.#needs;
    const { zone, distrust, warnings } = programmer.state;
    const { configMistake } = this.#data;
    return engineStatus({
      store: stages.store,
      ...(this.#needs.updates === null ? {} : { update: this.#needs.updates.status() }),
      source: configuredSource(this.#data.config, this.#assignee),
      sync: stages.sync?.status() ?? null,
      unconfigured: configMistake ?? stages.unconfigured?.report ?? null,
      now: clock.now(),
      clock: { zone, trusted: distrust === null },
      sizeOf: (screenId) => programmer.sizeOf(screenId),
      warnings: [...(configMistake ? [configMistake.message] : []), ...this.#idleUpdates, ...warnings],
    });
  }

  vitals(): Vitals {
    return this.#lastVitals.of(() => this.#vitalsNow());
  }

  #vitalsNow(): Vitals {
    const { stages, programmer } = this.#needs;
    const { zone, distrust } = programmer.state;
    const edition = this.#edition;
    const sync = stages.sync?.status() ?? null;
    return vitalsOf({
      store: stages.store,
      sync,
      mistake: this.#data.configMistake ?? stages.unconfigured?.report ?? null,
      clock: { zone, trusted: distrust === null },
      updates: this.#needs.updates?.status() ?? null,
      content: [
        ...heldBackFaults(heldBackIn(sync, stages.store)),
        ...(edition ? this.#contentFaults.of(edition, () => stages.store.holdings(edition)) : []),
      ],
      floorBytes: this.#data.config.storage.freeBytes,
    });
  }

  /** Events and results for the fleet, and its commands. */
  get fleet(): FleetRows {
    return this.#store.fleet;
  }

  healthChanged(change: HealthChange): void {
    this.#store.healthLog.add(change);
  }

  healthLog(limit: number): readonly HealthRow[] {
    return this.#store.healthLog.rows(limit);
  }

  schedule({ at, screenId, limit }: Parameters<EngineCalls['schedule']>[0]): ScheduleReport {
    const report = this.#needs.programmer.report(at, screenId);
    if (report === null) throw new VitrineError('permanent', message('edition-not-found'));
    if (limit === null) return report;
    // Cut here, so that the rest is never sent to the main thread.
    return { ...report, cues: report.cues.slice(0, limit), excluded: report.excluded.slice(0, limit) };
  }

  day({ day, screenId }: Parameters<EngineCalls['day']>[0]): DayReport {
    return this.#reports.day(day, screenId);
  }

  files(): FilesReport {
    return this.#reports.files();
  }

  shown({ days }: Parameters<EngineCalls['shown']>[0]): ShownReport {
    return this.#reports.shown(days);
  }

  proofPage(after: ProofCursor): readonly NamedRow<NumberedRow>[] {
    return this.#reports.proofPage(after);
  }

  proofDay({ since }: Parameters<EngineCalls['proofDay']>[0]): ProofDay | null {
    return this.#reports.proofDay(since);
  }

  async syncNow(): Promise<SyncReport> {
    return this.#needs.stages.requireSync().once();
  }

  pauseSync(): void {
    this.#needs.stages.requireSync().pause();
  }

  resumeSync(): void {
    this.#needs.stages.requireSync().resume();
  }

  async rollback(): Promise<{ edition: string }> {
    const { edition } = await this.#store.rollback();
    this.editionChanged();
    return { edition: edition.id };
  }

  showing(showing: Showing): void {
    if (showing.type === 'started' && !showing.isInterrupt) this.#firstVisit.shown();
    this.#showings.add(showing);
    if (showing.type !== 'started' && (showing.type === 'failed' || showing.outcome === 'failed'))
      this.#reportStandby();
  }

  streams(verdicts: StreamVerdicts): void {
    this.#store.learnDecoders(verdicts);
    this.#reportStandby();
  }

  updateSees(facts: ShowFacts): Promise<'stay' | 'end'> {
    return this.#needs.updates?.see(facts) ?? Promise.resolve('stay');
  }

  updateNow(folder: string | null): Promise<UpdateStatus> {
    return this.#updates.now(folder);
  }

  async updateWant(wanted: WantedRelease | null): Promise<UpdateStatus> {
    return this.#updates.want(wanted);
  }

  updateHold(held: boolean): Promise<UpdateStatus> {
    return this.#updates.hold(held);
  }

  /** A setting without effect must not go unnoticed. */
  get #idleUpdates(): readonly Message[] {
    const isIdle = this.#data.config.update.url !== null && this.#needs.updates === null;
    return isIdle ? [message('update.idle')] : [];
  }

  get #updates(): OpeningUpdates {
    const { updates } = this.#needs;
    if (updates) return updates;
    throw releaseError(message('update-off.no-launcher'));
  }

  displays(sizes: Parameters<EngineCalls['displays']>[0]): void {
    this.#needs.programmer.displays(new Map(sizes.map(({ screenId, ...size }) => [screenId, size])));
  }

  woke(): void {
    this.#needs.programmer.refresh('woke');
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#firstVisit.stop();
    await this.#strikes.stop();
    await this.#needs.close();
  }

  get #store(): Store {
    return this.#needs.stages.store;
  }

  get #edition(): Edition | null {
    return this.#store.show()?.edition ?? null;
  }

  get #assignee(): Assignee | null {
    const source = sourceOf(this.#data.config, this.#store);
    return source === null ? null : this.#store.assignee(source);
  }

  /** Must precede the programme, which needs the pages. */
  #announce(): void {
    if (this.#edition !== null) this.#announcements.edition(this.#edition);
  }

  #reportStandby(): void {
    const heldBack = heldBackIn(this.#needs.stages.sync?.status() ?? null, this.#store);
    this.#announcements.standby(this.#standby.now(this.#data, this.#assignee, heldBack));
  }
}
