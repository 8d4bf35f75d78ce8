import { message } from '../../shared/languages/message.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { Serial } from '../ground/serial.ts';
import type { Cycle } from './cycle.ts';
import type { SharedNeeds } from './needs.ts';
import { NextVisit } from './next-visit.ts';
import type { DownloadQueue } from './queue.ts';
import type { SyncReport, SyncStatus } from './report.ts';

const leastSeconds = 15;
const mostSeconds = 24 * 60 * 60;

interface PollNeeds extends Pick<SharedNeeds, 'clock' | 'log' | 'settings' | 'random'> {
  readonly cycle: Cycle;
  readonly queue: DownloadQueue;
  changed(): void;
}

/** Decides when to visit the CMS: at an interval, on demand, later after failures, never before its `Retry-After`. */
export class Poll {
  readonly #needs: PollNeeds;
  readonly #next: NextVisit;
  readonly #stopping = new AbortController();
  readonly #visits = new Serial();
  #isVisiting = false;
  #isPolling = false;
  #isPaused = false;
  #lastSuccessAt: number | null = null;
  #lastError: { error: VitrineError; at: number } | null = null;
  #nextAt: number | null = null;
  #cancelTimer: () => void = () => undefined;

  constructor(needs: PollNeeds) {
    this.#needs = needs;
    this.#next = new NextVisit(needs);
  }

  start(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#next.start();
    this.#needs.queue.keepAwake();
    this.#visitAfter(0);
  }

  /** Runs a cycle with all its downloads. Rejects when the CMS cannot be used. */
  async once(): Promise<SyncReport> {
    const { queue } = this.#needs;
    if (this.#isPaused) {
      throw new VitrineError('permanent', message('sync-paused'));
    }
    const report = await this.#visit(true);
    await queue.settled();
    return report();
  }

  pause(): void {
    this.#isPaused = true;
    this.#cancelTimer();
    this.#nextAt = null;
    this.#needs.queue.pause();
    this.#needs.changed();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#needs.queue.resume();
    if (this.#isPolling) this.#visitAfter(0);
    this.#needs.changed();
  }

  async stop(): Promise<void> {
    this.#isPolling = false;
    this.#cancelTimer();
    this.#stopping.abort(new Error('sync is stopping'));
    await this.#visits.idle();
    await this.#needs.queue.stop();
    await this.#needs.cycle.settled();
    this.#needs.changed();
  }

  /** True until a visit has failed. */
  get cmsAnswers(): boolean {
    return this.#lastError === null;
  }

  #visitAfter(ms: number): void {
    const { clock, changed } = this.#needs;
    this.#cancelTimer();
    if (!this.#isPolling || this.#isPaused) return;
    this.#nextAt = clock.now() + ms;
    changed();
    this.#cancelTimer = clock.after(ms, () => {
      this.#visit(false).catch(() => undefined);
    });
  }

  /** Visits never overlap. The end of each one, good or bad, schedules the next. */
  #visit(eager: boolean): ReturnType<Cycle['visit']> {
    return this.#visits.run(async () => {
      this.#stopping.signal.throwIfAborted();
      this.#cancelTimer();
      this.#nextAt = null;
      this.#isVisiting = true;
      this.#needs.changed();
      try {
        const report = await this.#needs.cycle.visit(this.#stopping.signal, eager);
        this.#succeeded();
        return report;
      } catch (error) {
        this.#failed(asVitrineError(error));
        if (!this.#stopping.signal.aborted) await this.#needs.cycle.reconsider();
        throw error;
      } finally {
        this.#isVisiting = false;
        this.#visitAfter(this.#next.delayMs(this.#interval()));
        this.#needs.changed();
      }
    });
  }

  #succeeded(): void {
    const { clock, log, cycle } = this.#needs;
    if (this.#lastError !== null) log.info('The CMS is usable again');
    this.#next.record({ kind: cycle.hasNoEntries ? 'empty' : 'playable' });
    this.#lastError = null;
    this.#lastSuccessAt = clock.now();
  }

  #failed(error: VitrineError): void {
    if (this.#stopping.signal.aborted) return;
    const { clock, log, cycle } = this.#needs;
    const isNews = this.#lastError?.error.code !== error.code;
    this.#next.record({ kind: 'failed', error });
    this.#lastError = { error, at: clock.now() };
    if (!isNews) return;
    const stillPlaying = cycle.hasActive ? '; the cached content keeps playing' : '';
    log.warn(`Cannot use the CMS${stillPlaying}`, { error, remedy: error.remedy });
  }

  /** The interval of the CMS overrides the configured one, within bounds. */
  #interval(): number {
    const { cycle, settings } = this.#needs;
    const ofCms = cycle.updateInterval;
    if (ofCms !== null) return Math.min(mostSeconds, Math.max(leastSeconds, ofCms)) * 1000;
    return settings.pollSeconds * 1000;
  }

  status(): SyncStatus {
    const downloads = this.#needs.queue.status();
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const problem = this.#lastError;
    return {
      state: this.#state(downloads.active + downloads.queued > 0),
      lastSuccessAt: iso(this.#lastSuccessAt),
      lastError: problem && {
        ...problem.error.report,
        at: new Date(problem.at).toISOString(),
      },
      nextAt: iso(this.#nextAt),
      downloads: { ...downloads, goal: this.#needs.cycle.progress() },
      // After a stop the store may be closed.
      staged: this.#stopping.signal.aborted ? null : this.#needs.cycle.staged(),
    };
  }

  #state(downloading: boolean): SyncStatus['state'] {
    if (this.#stopping.signal.aborted) return 'stopped';
    if (this.#isPaused) return 'paused';
    if (this.#isVisiting) return 'fetching';
    if (downloading) return 'downloading';
    return this.#lastError === null ? 'idle' : 'waiting';
  }
}
