import { hostname } from 'node:os';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import { type Message, message } from '../../shared/languages/message.ts';
import type { StreamVerdicts } from '../../shared/messages.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';
import type { Edition } from '../edition/edition.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import type { Vitals } from '../health/facts.ts';
import { releaseError } from '../release/failure.ts';
import type { DayReport } from '../report/day-report.ts';
import type { FilesReport } from '../report/files-report.ts';
import type { ShownReport } from '../report/shown-report.ts';
import type { EngineStatus } from '../report/status.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { Showing } from '../show/events.ts';
import type { FleetRows } from '../store/fleet-rows.ts';
import type { HealthChange, HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';
import type { Store } from '../store/store.ts';
import type { SyncReport, SyncStatus } from '../sync/report.ts';
import type { Sync } from '../sync/sync.ts';
import type { OpeningUpdates } from '../update/opening.ts';
import type { ShowFacts } from '../update/trial.ts';
import type { UpdateStatus, WantedRelease } from '../update/update-status.ts';
import { Announcements } from './announcements.ts';
import { Blame } from './strike-rule.ts';
import { Book } from './reports.ts';
import { CommandsOf } from './entry-commands.ts';
import { FirstVisit } from './first-visit.ts';
import type { Headlines } from './headlines.ts';
import { OuterEntries } from './outer-entries.ts';
import type { Programmer } from './programmer.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';
import { Since } from './since.ts';
import type { Stages } from './stages.ts';
import { standbyFor } from './standby.ts';
import { moment } from './standby-lines.ts';
import { engineStatus } from './status.ts';
import { LastVitals, vitalsOf } from './vitals.ts';

/** What the engine is handed when it is opened. */
export interface EngineNeeds {
  readonly clock: Clock;
  readonly log: Log;
  emit(event: EngineEvent): void;
}

interface OpenNeeds extends EngineNeeds {
  readonly stages: Stages;
  readonly programmer: Programmer;
  readonly headlines: Headlines;
  /** Null where no launcher would start another release. */
  readonly updates: OpeningUpdates | null;
  close(): Promise<void>;
}

/** The stages in which data becomes a programme, as one thing that the main thread can ask. */
export class Engine {
  readonly #data: EngineData;
  readonly #needs: OpenNeeds;
  readonly #announcements: Announcements;
  readonly #blame: Blame;
  readonly #commands = new CommandsOf();
  readonly #outer = new OuterEntries();
  readonly #standbySince: Since;
  readonly #book: Book;
  readonly #firstVisit: FirstVisit;
  readonly #lastVitals = new LastVitals();
  #isStopped = false;

  constructor(data: EngineData, needs: OpenNeeds) {
    this.#data = data;
    this.#needs = needs;
    this.#announcements = new Announcements(needs);
    this.#standbySince = new Since(needs.clock);
    this.#firstVisit = new FirstVisit(needs.clock, () => needs.stages.start());
    this.#blame = new Blame({ store: needs.stages.store, log: needs.log });
    const { clock, programmer, stages } = needs;
    this.#book = new Book({ clock, programmer, store: stages.store, config: data.config });
  }

  /** What is here plays before anything is fetched, and is seen first: a start has the machine for itself. */
  start(): void {
    const { programmer } = this.#needs;
    this.#announce();
    programmer.start();
    this.#needs.headlines.follow(this.#edition);
    this.#tellStandby();
    this.#firstVisit.plan(this.#edition !== null);
  }

  editionChanged(): void {
    if (this.#isStopped) return;
    const { programmer, headlines } = this.#needs;
    this.#announce();
    programmer.refresh('edition');
    headlines.follow(this.#edition);
    this.#tellStandby();
  }

  /** The CMS was visited, or something else about sync has changed. */
  visited(status: SyncStatus): void {
    if (this.#isStopped) return;
    this.#blame.visited(status);
    this.#tellStandby();
  }

  /** The CMS can be asked at last, or cannot for another reason. */
  connectionChanged(): void {
    if (!this.#isStopped) this.#tellStandby();
  }

  status(): EngineStatus {
    const { stages, programmer, clock } = this.#needs;
    const { zone, distrust, warnings } = programmer.state;
    const { configMistake } = this.#data;
    return engineStatus({
      store: stages.store,
      ...(this.#needs.updates === null ? {} : { update: this.#needs.updates.status() }),
      source: this.#source,
      sync: stages.sync?.status() ?? null,
      unconfigured: configMistake ?? stages.unconfigured?.report ?? null,
      now: clock.now(),
      clock: { zone, trusted: distrust === null },
      sizeOf: (screenId) => programmer.sizeOf(screenId),
      warnings: [...(configMistake ? [configMistake.message] : []), ...this.#idleUpdates, ...warnings],
    });
  }

  get #source(): Omit<NonNullable<EngineStatus['source']>, 'playlists'> | null {
    const { assignment, cms } = this.#data.config;
    if (assignment === null || cms.url === null) return null;
    const name = this.#assignee?.name ?? assignment.ref;
    return { kind: assignment.kind, name, cms: new URL(cms.url).host };
  }

  vitals(): Vitals {
    return this.#lastVitals.of(() => this.#vitalsNow());
  }

  #vitalsNow(): Vitals {
    const { stages, programmer } = this.#needs;
    const { zone, distrust } = programmer.state;
    return vitalsOf({
      store: stages.store,
      sync: stages.sync?.status() ?? null,
      mistake: this.#data.configMistake ?? stages.unconfigured,
      clock: { zone, trusted: distrust === null },
      updates: this.#needs.updates?.status() ?? null,
      floorBytes: this.#data.config.storage.freeBytes,
    });
  }

  /** What the fleet has to be told, and what it has asked for. */
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
    // It is cut here and not in the main thread, which is so spared the rest.
    return { ...report, cues: report.cues.slice(0, limit), excluded: report.excluded.slice(0, limit) };
  }

  day({ day, screenId }: Parameters<EngineCalls['day']>[0]): DayReport {
    return this.#book.day(day, screenId);
  }

  files(): FilesReport {
    return this.#book.files();
  }

  shown({ days }: Parameters<EngineCalls['shown']>[0]): ShownReport {
    return this.#book.shown(days);
  }

  proofPage(after: ProofCursor): readonly NumberedRow[] {
    return this.#store.proof.page(after);
  }

  async syncNow(): Promise<SyncReport> {
    return this.#sync.once();
  }

  pauseSync(): void {
    this.#sync.pause();
  }

  resumeSync(): void {
    this.#sync.resume();
  }

  async rollback(): Promise<{ edition: string }> {
    const { edition } = await this.#store.rollback();
    this.editionChanged();
    return { edition: edition.id };
  }

  /** Writes proof of play, and blames what failed on screen. */
  showing(showing: Showing): void {
    if (showing.type === 'started') this.#firstVisit.shown();
    const { type: _, showingId: id, at, ...key } = showing;
    const { screenId, entryId, mediaFileId, editionId } = key;
    const row = { id, screenId, entryId, mediaFileId, editionId, startedAt: at };
    if (showing.type !== 'failed') this.#tellCommands(showing);
    const { proof } = this.#store;
    if (showing.type === 'started') {
      proof.start(row, showing.turns && JSON.stringify(showing.turns));
    } else if (showing.type === 'failed') {
      proof.fail({ ...row, outcome: 'skipped', reason: showing.reason });
      this.#blame.failed(mediaFileId, showing.reason);
      this.#tellStandby();
    } else {
      proof.end(id, at, showing.outcome, showing.reason);
      if (showing.outcome === 'failed')
        this.#blame.failed(mediaFileId, showing.reason ?? 'it failed on screen');
      if (showing.outcome === 'failed') this.#tellStandby();
      if (showing.outcome === 'completed') this.#store.clearStrikes(mediaFileId);
    }
  }

  #tellCommands(showing: Showing & { readonly type: 'started' | 'ended' }): void {
    const { screenId } = showing;
    for (const { entryId, editionId, when } of this.#outer.heard(showing)) {
      const commands = this.#commands.find(this.#edition, editionId, entryId)?.[when] ?? [];
      if (commands.length > 0) this.#needs.emit({ type: 'commands', screenId, entryId, when, commands });
    }
  }

  streams(said: StreamVerdicts): void {
    this.#store.learnDecoders(said);
    this.#tellStandby();
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

  /** A setting without effect costs somebody a journey. */
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
    await this.#blame.stop();
    await this.#needs.close();
  }

  get #store(): Store {
    return this.#needs.stages.store;
  }

  get #sync(): Sync {
    return this.#needs.stages.askable();
  }

  get #edition(): Edition | null {
    return this.#store.show()?.edition ?? null;
  }

  get #assignee(): Assignee | null {
    const source = this.#store.show()?.edition.source;
    return source === undefined ? null : this.#store.assignee(source);
  }

  /** To be called before the programme is told, which needs the pages. */
  #announce(): void {
    if (this.#edition !== null) this.#announcements.edition(this.#edition);
  }

  #tellStandby(): void {
    const { sync, unconfigured } = this.#needs.stages;
    const { config, configMistake } = this.#data;
    const { zone, distrust } = this.#needs.programmer.state;
    const show = this.#store.show();
    const { assignment } = config;
    const words = wordsOf(shopLanguage(config.language));
    const said = standbyFor({
      language: words.language,
      name: this.#assignee?.name ?? nameIn(assignment) ?? hostname(),
      unconfigured: unconfigured?.report ?? null,
      sync: sync?.status() ?? null,
      show,
      unplayable: show === null ? [] : unplayable(show.edition, this.#store.holdings(show.edition)),
      disk: this.#store.health().state,
      assignment,
      cmsUrl: config.cms.url,
      configMistake,
      zone: distrust === null ? zone : null,
    });
    // Minutes are told, and a new millisecond is no news.
    const since = this.#standbySince.of(said.title);
    const time = distrust === null ? moment(since, { words, zone }) : null;
    this.#announcements.standby({
      ...said,
      since: time === null ? null : words.say('stage.since', { time }),
    });
  }
}

/** Digits are an id, which nobody calls a screen by. */
function nameIn(assignment: Assignment | null): string | null {
  return assignment === null || /^\d+$/.test(assignment.ref) ? null : assignment.ref;
}
