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
  /** An attempt has moved on or ended. */
  changed(): void;
}

/** Runs downloads: a bounded number at a time, what is needed first in front. */
export class Runner {
  readonly #needs: RunnerNeeds;
  readonly #concurrency: number;
  readonly #line: PQueue;
  readonly #commits: CommitGroups;
  readonly #meter: Meter;
  #isTicking = false;
  readonly #unforeseen = (error: unknown): void =>
    this.#needs.log.error('A download ended in an unforeseen way', { error });

  constructor(needs: RunnerNeeds, concurrency: number) {
    this.#needs = needs;
    this.#concurrency = concurrency;
    this.#line = new PQueue({ concurrency });
    this.#commits = new CommitGroups(needs.store, needs.clock);
    this.#meter = new Meter(needs.clock.monotonic());
  }

  /** Neither runs anything nor waits for the store. */
  get isIdle(): boolean {
    return this.#line.pending === 0 && this.#commits.isIdle;
  }

  get isPaused(): boolean {
    return this.#line.isPaused;
  }

  /** No download waits for others to share its flushes, until the first one is in the store. */
  hurry(isHurried: boolean): void {
    this.#commits.isHurried = isHurried;
  }

  /** None waits for others any longer. */
  release(): void {
    this.#commits.release();
  }

  start(): void {
    this.#line.start();
  }

  /** What runs goes on; nothing else begins. */
  pause(): void {
    this.#line.pause();
  }

  /** Puts it in line by its rank. */
  enqueue(job: Job): void {
    job.state = 'queued';
    job.dueAt = null;
    this.#line
      .add(() => this.#run(job), { priority: -job.task.rank })
      .catch((error: unknown) => {
        // What is taken out of the line, to be lined up anew, is told so.
        if (!(error instanceof DOMException)) this.#unforeseen(error);
      })
      .finally(() => {
        this.#commits.left(this.#line.size + this.#line.pending);
        this.#needs.events.changed();
      });
  }

  /** Call it when ranks have changed. Moving jobs one by one would search the whole line for each. */
  lineUpAnew(): void {
    this.#line.clear();
    const queued = [...this.#needs.table.in('queued')];
    for (const job of queued.sort((a, b) => a.task.rank - b.task.rank)) this.enqueue(job);
  }

  async #run(job: Job): Promise<void> {
    const { clock, table } = this.#needs;
    await table.partOf(job);
    // It may have been cancelled meanwhile; or lined up anew, and is here twice: one alone may write to its part.
    if (!table.has(job) || job.state !== 'queued') return;
    const { cut, meter } = job.begin(clock.monotonic());
    this.#tick();
    const before = job.received;
    const onProgress = (received: number, total: number | null): void => {
      const more = Math.max(0, received - job.received);
      meter.add(more);
      this.#meter.add(more);
      job.received = received;
      job.total = total ?? job.total;
    };
    try {
      const { mayResume } = job;
      job.mayResume = true;
      const downloaded = await download(this.#needs, job.task, { cut, mayResume, onProgress });
      if (table.isLeaving(job)) {
        // Cancelled at its very end: whoever wants it again must find its part untouched by the store.
        await downloaded.discard();
        table.left(job);
        return;
      }
      // From here on the next download may run, while this one waits to be flushed with others.
      job.state = 'committing';
      this.#commit(job, downloaded).catch(this.#unforeseen);
      await this.#commits.keptUp();
    } catch (thrown) {
      if (table.isLeaving(job)) table.left(job);
      else this.#failed(job, asVitrineError(thrown), job.received > before);
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
        // After a failed flush the disk may claim what it does not hold, so these bytes are fetched again.
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

  /** While something is under way its progress is told at a steady pace. */
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
