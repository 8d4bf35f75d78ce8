import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import type { Edition } from '../edition/edition.ts';
import { VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { EngineStatus } from '../report/status.ts';
import { emptinessInWords } from '../schedule/emptiness.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { ServerTime } from '../schedule/trust.ts';
import type { Showing } from '../show/events.ts';
import type { SyncReport } from '../sync/report.ts';
import type { Sync } from '../sync/sync.ts';
import { Blame } from './blame.ts';
import { Headlines } from './headlines.ts';
import { Keeping } from './keeping.ts';
import { Programmer } from './programmer.ts';
import type { EngineData, EngineEvent } from './protocol.ts';
import { keepScrubbing } from './scrubbing.ts';
import { openStages, type Stages } from './stages.ts';
import { standbyFor } from './standby.ts';
import { engineStatus } from './status.ts';

interface EngineNeeds {
  readonly clock: Clock;
  readonly log: Log;
  emit(event: EngineEvent): void;
}

/** The stages in which data becomes a programme, as one thing that the main thread can ask. */
export class Engine {
  readonly #data: EngineData;
  readonly #needs: EngineNeeds;
  #opened: {
    readonly stages: Stages;
    readonly programmer: Programmer;
    readonly headlines: Headlines;
    readonly blame: Blame;
    stop(): Promise<void>;
  } | null = null;
  #serverTime: ServerTime | null = null;
  /** What was told last, so that only changes are told. */
  #told = { standby: '', pagesOf: '' };

  constructor(data: EngineData, needs: EngineNeeds) {
    this.#data = data;
    this.#needs = needs;
  }

  async open(): Promise<void> {
    const { clock, log } = this.#needs;
    const { config } = this.#data;
    const stages = await openStages({
      config,
      clock,
      log,
      onLocked: () => this.#needs.emit({ type: 'locked' }),
      onServerTime: (date) => {
        this.#serverTime = { date, monotonic: clock.monotonic() };
      },
      syncEvents: {
        activated: () => this.#editionChanged(),
        statusChanged: (status) => {
          this.#opened?.blame.visited(status);
          this.#tellStandby();
        },
      },
    });
    const { store, sync } = stages;
    const keeping = new Keeping(store);
    const headlines = new Headlines({
      config,
      clock,
      log,
      onChanged: () => programmer.refresh('headlines'),
    });
    const programmer = new Programmer({
      clock,
      log: log.named('schedule'),
      config,
      activeEdition: () => this.#edition(),
      holdings: (edition) => store.holdings(edition),
      headlines: (feed) => headlines.of(feed),
      serverTime: () => this.#serverTime,
      emit: (screenId, programme, settings) => {
        keeping.shows(screenId, programme);
        this.#tellProgramme(programme, settings);
      },
    });
    const stopListening = store.onHoldingsChanged(() => programmer.refresh('holdings'));
    const stopScrubbing = keepScrubbing(store, clock, log.named('store'));
    this.#opened = {
      stages,
      programmer,
      headlines,
      blame: new Blame({ store, log }),
      stop: async () => {
        await headlines.stop();
        stopListening();
        programmer.stop();
        await stopScrubbing();
        await stages.close();
      },
    };
    // What is here plays before anything is fetched.
    this.#tellPages();
    this.#logEmptiness();
    programmer.start();
    headlines.follow(this.#edition());
    this.#tellStandby();
    sync?.start();
  }

  status(): EngineStatus {
    const { stages, programmer } = this.#open;
    const { zone, distrust, warnings } = programmer.state;
    return engineStatus({
      store: stages.store,
      sync: stages.sync?.status() ?? null,
      unconfigured: this.#data.configMistake ?? stages.unconfigured,
      now: this.#needs.clock.now(),
      clock: { zone, trusted: distrust === null },
      warnings: [...(this.#data.configMistake ? [this.#data.configMistake.message] : []), ...warnings],
    });
  }

  schedule({
    at,
    screenId,
    limit,
  }: {
    readonly at: string | null;
    readonly screenId: string | null;
    readonly limit: number | null;
  }): ScheduleReport {
    const report = this.#open.programmer.report(at, screenId);
    if (report && limit === null) return report;
    // Cut here and not where it is asked: the main thread is spared what is in the rest.
    if (report && limit !== null) {
      return { ...report, cues: report.cues.slice(0, limit), excluded: report.excluded.slice(0, limit) };
    }
    throw new VitrineError('permanent', 'edition-not-found', 'There is no edition to play yet.');
  }

  async syncNow(): Promise<SyncReport> {
    return this.#sync.now();
  }

  pauseSync(): void {
    this.#sync.pause();
  }

  resumeSync(): void {
    this.#sync.resume();
  }

  async rollback(): Promise<{ edition: string }> {
    const { edition } = await this.#open.stages.store.rollback();
    this.#editionChanged();
    return { edition: edition.id };
  }

  /** Proof of play, and the strikes of what fails on screen. */
  showing(showing: Showing): void {
    const { stages, blame } = this.#open;
    const { store } = stages;
    const { type: _, showingId: id, at, ...key } = showing;
    const { screenId, entryId, mediaFileId, editionId } = key;
    const row = { id, screenId, entryId, mediaFileId, editionId, startedAt: at };
    if (showing.type === 'started') {
      store.proof.start(row);
    } else if (showing.type === 'failed') {
      store.proof.fail({ ...row, outcome: 'skipped', reason: showing.reason });
      blame.failed(mediaFileId, showing.reason);
    } else {
      store.proof.end(id, at, showing.outcome, showing.reason);
      if (showing.outcome === 'failed') blame.failed(mediaFileId, showing.reason ?? 'it failed on screen');
      if (showing.outcome === 'completed') store.clearStrikes(mediaFileId);
    }
  }

  woke(): void {
    this.#open.programmer.refresh('woke');
  }

  async stop(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.stop();
  }

  get #open() {
    if (this.#opened) return this.#opened;
    throw new VitrineError('temporary', 'engine-closed', 'The engine is not open.');
  }

  get #sync(): Sync {
    const { sync, unconfigured } = this.#open.stages;
    if (sync) return sync;
    throw unconfigured ?? new VitrineError('permanent', 'no-sync', 'This player follows no CMS.');
  }

  #edition(): Edition | null {
    return this.#opened?.stages.store.show()?.edition ?? null;
  }

  #editionChanged(): void {
    if (this.#opened === null) return;
    this.#tellPages();
    this.#logEmptiness();
    this.#opened.programmer.refresh('edition');
    this.#opened.headlines.follow(this.#edition());
    this.#tellStandby();
  }

  #tellProgramme(programme: Programme, settings: ScreenSettings): void {
    this.#needs.emit({ type: 'programme', programme, settings });
  }

  /** Before the programme that needs them. */
  #tellPages(): void {
    const edition = this.#edition();
    if (edition === null || edition.id === this.#told.pagesOf) return;
    this.#told.pagesOf = edition.id;
    const pages = Object.values(edition.mediaFiles).flatMap(({ page }) => (page ? [page] : []));
    this.#needs.emit({ type: 'pages', pages });
  }

  #logEmptiness(): void {
    const edition = this.#edition();
    if (edition === null) return;
    const empty = emptinessInWords(edition).join(' ');
    this.#needs.log.state(
      'emptiness',
      empty,
      empty ? 'warn' : 'debug',
      empty || 'Every screen has a playlist.',
    );
  }

  #tellStandby(): void {
    if (this.#opened === null) return;
    const { sync, unconfigured } = this.#opened.stages;
    const standby = standbyFor({
      unconfigured,
      sync: sync?.status() ?? null,
      edition: this.#edition(),
      cmsUrl: this.#data.config.cms.url,
      configMistake: this.#data.configMistake?.message ?? null,
    });
    const text = JSON.stringify(standby);
    if (text === this.#told.standby) return;
    this.#told.standby = text;
    this.#needs.emit({ type: 'standby', standby });
  }
}
