import PQueue from 'p-queue';
import { type Downloaded, type DownloadNeeds, download } from '../download/download.ts';
import { Meter } from '../download/meter.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { CommitGroups } from './commits.ts';
import type { Job } from './job.ts';
import type { JobTable } from './job-table.ts';
import type { SharedNeeds } from './needs.ts';

export interface RunnerNeeds extends DownloadNeeds, Pick<SharedNeeds, 'log'> {
  readonly cms: SharedNeeds['cms'];
  readonly store: SharedNeeds['store'];
  readonly table: JobTable;
  readonly events: RunnerEvents;
}

interface RunnerEvents {
  stored(job: Job, transferred: number): void;
  failed(job: Job, error: VitrineError, progressed: boolean): void;
  /** An attempt progressed or ended. */
  changed(): void;
}

/** Runs a bounded number of downloads at a time, in the order of need. */
export class Runner {
  readonly #needs: RunnerNeeds;
  readonly #concurrency: number;
  readonly #line: PQueue;
  readonly #commits: CommitGroups;
  readonly #meter: Meter;
  #isTicking = false;
  readonly #logUnexpected = (error: unknown): void =>
    this.#needs.log.error('A download ended with an unexpected error', { error });

  constructor(needs: RunnerNeeds, concurrency: number) {
    this.#needs = needs;
    this.#concurrency = concurrency;
    this.#line = new PQueue({ concurrency });
    this.#commits = new CommitGroups(needs.store, needs.clock);
    this.#meter = new Meter(needs.clock.monotonic());
  }

  get isIdle(): boolean {
    return this.#line.pending === 0 && this.#commits.isIdle;
  }

  get isPaused(): boolean {
    return this.#line.isPaused;
  }

  /** Downloads do not wait to share flushes until the first one is stored. */
  hurry(isHurried: boolean): void {
    this.#commits.isHurried = isHurried;
  }

  /** Stores the waiting downloads now. */
  release(): void {
    this.#commits.release();
  }

  start(): void {
    this.#line.start();
  }

  /** Running downloads go on; no other begins. */
  pause(): void {
    this.#line.pause();
  }

  enqueue(job: Job): void {
    job.state = 'queued';
    job.dueAt = null;
    this.#line
      .add(() => this.#run(job), { priority: -job.task.rank })
      .catch((error: unknown) => {
        // `lineUpAnew` clears the queue, which rejects its entries with a DOMException.
        if (!(error instanceof DOMException)) this.#logUnexpected(error);
      })
      .finally(() => {
        this.#commits.left(this.#line.size + this.#line.pending);
        this.#needs.events.changed();
      });
  }

  /** Call after ranks have changed. Moving jobs one by one would search the whole queue for each. */
  lineUpAnew(): void {
    this.#line.clear();
    const queued = [...this.#needs.table.in('queued')];
    for (const job of queued.sort((a, b) => a.task.rank - b.task.rank)) this.enqueue(job);
  }

  async #run(job: Job): Promise<void> {
    const { clock, table } = this.#needs;
    await table.partOf(job);
    // The job may be cancelled by now, or enqueued twice by `lineUpAnew`: only one attempt may write to its part.
    if (!table.has(job) || job.state !== 'queued') return;
    const { cut, meter } = job.begin(clock.monotonic());
    this.#tick();
    const before = job.furthest;
    const onProgress = (received: number, total: number | null): void => {
      const more = Math.max(0, received - job.received);
      meter.add(more);
      this.#meter.add(more);
      job.received = received;
      job.furthest = Math.max(job.furthest, received);
      job.total = total ?? job.total;
    };
    try {
      const { mayResume } = job;
      job.mayResume = true;
      const downloaded = await download(this.#needs, job.task, { cut, mayResume, onProgress });
      if (table.isLeaving(job)) {
        // Cancelled after the last byte: a later attempt must find no part that the store has taken.
        await downloaded.discard();
        table.left(job);
        return;
      }
      // The next download may start now, while this one waits to share a flush.
      job.state = 'committing';
      this.#commit(job, downloaded).catch(this.#logUnexpected);
      await this.#commits.keptUp();
    } catch (thrown) {
      if (table.isLeaving(job)) table.left(job);
      else this.#failed(job, asVitrineError(thrown), job.furthest > before);
    }
  }

  async #commit(job: Job, downloaded: Downloaded): Promise<void> {
    const { events } = this.#needs;
    try {
      await this.#commits.add(downloaded, job.task.mediaFileIds);
      if (this.#line.concurrency < this.#concurrency) this.#line.concurrency++;
      events.stored(job, downloaded.transferred);
    } catch (thrown) {
      try {
        // After a failed flush the kernel may report unwritten bytes as written, so they are fetched again.
        await downloaded.discard();
      } finally {
        const error = knownDiskError(thrown, 'store-downloads') ?? asVitrineError(thrown);
        this.#failed(job, error, false);
      }
    } finally {
      events.changed();
    }
  }

  #failed(job: Job, error: VitrineError, progressed: boolean): void {
    if (error.code === 'too-many-files') this.#line.concurrency = 1;
    this.#needs.events.failed(job, error, progressed);
  }

  bytesPerSecond(now: number): number {
    return this.#meter.rate(now);
  }

  /** Reports progress at a steady pace while a download runs. */
  #tick(): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    const { clock, limits, events } = this.#needs;
    clock.after(limits.statusEveryMs, () => {
      this.#isTicking = false;
      if (this.#line.pending === 0) return;
      events.changed();
      this.#tick();
    });
  }
}
