import { asVitrineError, VitrineError } from '../errors.ts';
import { aroundMs, type Backoff, backoffMs } from '../retry.ts';
import type { Cycle } from './cycle.ts';
import type { SharedNeeds } from './needs.ts';
import type { DownloadQueue } from './queue.ts';
import type { SyncReport, SyncStatus } from './report.ts';

const leastSeconds = 15;
const mostSeconds = 24 * 60 * 60;
/** When the CMS is asked again after failures. */
const backoff: Backoff = { firstMs: 5000, mostMs: 5 * 60_000 };

interface PollNeeds extends Pick<SharedNeeds, 'clock' | 'log' | 'settings' | 'random'> {
  readonly cycle: Cycle;
  readonly queue: DownloadQueue;
  changed(): void;
}

/** When to visit the CMS: at an interval, on demand, later after failures, never while it asked us to stay away. */
export class Poll {
  readonly #needs: PollNeeds;
  readonly #stopping = new AbortController();
  #visiting: Promise<unknown> = Promise.resolve();
  #isVisiting = false;
  #isPolling = false;
  #isPaused = false;
  #failures = 0;
  #lastSuccessAt: number | null = null;
  #lastError: { error: VitrineError; at: number } | null = null;
  #nextAt: number | null = null;
  #cancelTimer: () => void = () => undefined;

  constructor(needs: PollNeeds) {
    this.#needs = needs;
  }

  start(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#needs.queue.keepAwake();
    this.#visitAfter(0);
  }

  /** A cycle with all its downloads. Rejects when the CMS could not be used. */
  async once(): Promise<SyncReport> {
    const { queue } = this.#needs;
    if (this.#isPaused) {
      throw new VitrineError('permanent', 'sync-paused', 'Sync is paused.', {
        remedy: 'To go on: vitrine sync resume',
      });
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
    await this.#visiting;
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

  /** Visits never overlap. Whatever becomes of one, the next is planned when it ends. */
  #visit(eager: boolean): ReturnType<Cycle['visit']> {
    const visit = this.#visiting.then(async () => {
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
        throw error;
      } finally {
        this.#isVisiting = false;
        this.#visitAfter(this.#delay());
        this.#needs.changed();
      }
    });
    this.#visiting = visit.catch(() => undefined);
    return visit;
  }

  #succeeded(): void {
    const { clock, log } = this.#needs;
    if (this.#lastError !== null) log.info('The CMS can be used again');
    this.#failures = 0;
    this.#lastError = null;
    this.#lastSuccessAt = clock.now();
  }

  #failed(error: VitrineError): void {
    if (this.#stopping.signal.aborted) return;
    const { clock, log } = this.#needs;
    if (this.#lastError?.error.code !== error.code) {
      log.warn('The CMS could not be used; what is here keeps playing', { error, remedy: error.remedy });
    }
    this.#failures++;
    this.#lastError = { error, at: clock.now() };
  }

  #delay(): number {
    const { random } = this.#needs;
    const interval = this.#interval();
    if (this.#lastError === null) return aroundMs(interval, random);
    const { error } = this.#lastError;
    const mostMs = Math.max(interval, backoff.mostMs);
    // Where a person has to do something first, asking often would not help.
    const firstMs = error.kind === 'temporary' ? backoff.firstMs : mostMs;
    return Math.max(error.retryAfterMs ?? 0, backoffMs(this.#failures - 1, { firstMs, mostMs }, random));
  }

  /** What the CMS wishes beats what is configured, but is kept within bounds. */
  #interval(): number {
    const { cycle, settings } = this.#needs;
    const wished = cycle.updateInterval;
    if (wished !== null) return Math.min(mostSeconds, Math.max(leastSeconds, wished)) * 1000;
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
        code: problem.error.code,
        message: problem.error.message,
        at: new Date(problem.at).toISOString(),
      },
      nextAt: iso(this.#nextAt),
      downloads,
      // Once stopped, the store may be closed.
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
