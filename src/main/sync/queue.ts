import { join } from 'node:path';
import type { DownloadTask } from '../download/download-task.ts';
import { DownloadHours } from '../download/hours.ts';
import type { AttemptRecord } from '../download/ports.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import { unlinkIfThere } from '../ground/durable-file.ts';
import { systemCode, type VitrineError } from '../ground/errors.ts';
import { Job } from './job.ts';
import { JobTable } from './job-table.ts';
import type { SharedNeeds } from './needs.ts';
import type { SyncStatus } from './report.ts';
import { mayHelpAtOnce, type RetriesNeeds, remember, waitFor } from './retries.ts';
import { Runner, type RunnerNeeds } from './runner.ts';

interface QueueNeeds
  extends Omit<RunnerNeeds, 'table' | 'events'>,
    RetriesNeeds,
    Pick<SharedNeeds, 'settings'> {
  readonly events: QueueEvents;
}

interface QueueEvents {
  /** The store holds the bytes of these media files. */
  held(mediaFileIds: readonly string[], transferred: number): void;
  /** An attempt failed; the edition may activate without this file. */
  failed(marker: string, record: AttemptRecord | null): void;
  changed(): void;
}

interface WantOptions {
  /** Tries everything now, up to three times without rest, despite earlier failures. */
  readonly eager: boolean;
  /** True while something plays. */
  readonly mayWait: boolean;
  readonly timeZone: string | null;
}

/**
 * Downloads the wanted tasks, each object once. A failed download rests; the queue retries it while it is kept awake.
 */
export class DownloadQueue {
  readonly #needs: QueueNeeds;
  readonly #table = new JobTable();
  readonly #runner: Runner;
  readonly #hours: DownloadHours;
  readonly #leftovers: Leftovers;
  #settledWaiters: (() => void)[] = [];
  #keepsAwake = false;
  #isEager = false;

  constructor(needs: QueueNeeds) {
    this.#needs = needs;
    const events = {
      stored: (job: Job, transferred: number) => this.#stored(job, transferred),
      failed: (job: Job, error: VitrineError, progressed: boolean) => this.#failed(job, error, progressed),
      changed: () => this.#changed(),
    };
    this.#runner = new Runner({ ...needs, table: this.#table, events }, needs.settings.concurrency);
    this.#hours = new DownloadHours(needs.clock, needs.settings.hours ?? null, (isOpen) =>
      isOpen ? this.#runner.start() : this.#breakOff(),
    );
    this.#leftovers = new Leftovers(needs);
  }

  /**
   * Replaces the wanted tasks. Running downloads go on; obsolete ones are cancelled and their parts removed. `tasks` is a
   * function because a download may end while the folder of parts is read.
   */
  async want(tasks: () => readonly DownloadTask[], options: WantOptions): Promise<void> {
    await this.#leftovers.survey();
    this.#replace(tasks(), options);
    await this.#leftovers.sweep(this.#table.partNames());
  }

  #replace(tasks: readonly DownloadTask[], { eager, mayWait, timeZone }: WantOptions): void {
    // A sync on demand continues outside the download hours, even when a scheduled visit comes in between.
    this.#isEager = eager || (this.#isEager && !this.#isSettled());
    this.#runner.hurry(!mayWait);
    const wanted = new Map(tasks.map((task) => [task.download.marker, task]));
    for (const job of this.#table.all()) {
      // A committing job stays: a second download of it would write to the same part.
      if (!wanted.has(job.marker) && job.state !== 'committing') this.#table.cancel(job);
    }
    // Before enqueueing: jobs that may not begin yet must not start.
    this.#hours.set(mayWait && !this.#isEager, timeZone);
    let hasMoved = false;
    for (const task of wanted.values()) {
      const known = this.#table.get(task.download.marker);
      if (known) hasMoved = this.#renew(known, task, eager) || hasMoved;
      else this.#begin(task, false);
    }
    if (hasMoved) this.#runner.lineUpAnew();
    this.#changed();
  }

  #begin(task: DownloadTask, hasTried: boolean): void {
    const job = new Job(task);
    job.mayResume = hasTried || this.#leftovers.has(job.partName);
    this.#table.add(job);
    if (this.#isEager) job.eagerAttempts = this.#needs.limits.eagerAttempts;
    this.#enqueueWhenDue(job);
  }

  /** Returns whether the position in the queue changed. */
  #renew(job: Job, task: DownloadTask, eager: boolean): boolean {
    const hasMoved = task.rank !== job.task.rank;
    job.task = task;
    if (eager) job.eagerAttempts = this.#needs.limits.eagerAttempts;
    // A resting job without a time is enqueued too: its failure could not be saved.
    if (job.state === 'resting' && (eager || job.dueAt === null)) this.#enqueueWhenDue(job);
    return hasMoved && job.state === 'queued';
  }

  /** Enqueues the job, or lets it rest until its server and its own failures allow another attempt. */
  #enqueueWhenDue(job: Job): void {
    const { clock, limits } = this.#needs;
    const wait = waitFor(job, this.#needs);
    job.cancelTimer();
    if (wait === 0) {
      this.#runner.enqueue(job);
      return;
    }
    const isShort = job.eagerAttempts > 0 && wait <= limits.eagerWaitMs;
    if (!isShort) job.eagerAttempts = 0;
    job.state = 'resting';
    job.dueAt = clock.now() + wait;
    if (isShort || this.#keepsAwake) job.cancelTimer = clock.after(wait, () => this.#runner.enqueue(job));
  }

  #stored(job: Job, transferred: number): void {
    const { source, download, mediaFileIds } = job.task;
    this.#needs.store.clearAttempt(source, download.marker);
    this.#table.done(job);
    this.#needs.events.held(mediaFileIds, transferred);
  }

  #failed(job: Job, error: VitrineError, progressed: boolean): void {
    const isNews = job.lastError?.code !== error.code;
    job.lastError = error;
    job.diskFailures = isDiskError(error) ? job.diskFailures + 1 : 0;
    const eagerAttempts = mayHelpAtOnce(error) ? Math.max(0, job.eagerAttempts - 1) : 0;
    // First of all: the database may throw below, and `settled` must not wait for an attempt that is over.
    job.state = 'resting';
    job.eagerAttempts = 0;
    if (!this.#table.has(job)) return;
    const record = remember(job.task, { error, progressed, isNews }, this.#needs);
    job.eagerAttempts = eagerAttempts;
    if (job.eagerAttempts > 0 || this.#keepsAwake) this.#enqueueWhenDue(job);
    this.#needs.events.failed(job.marker, record);
    this.#changed();
  }

  /** Progress of this object in this run. */
  jobOf(marker: string): Pick<Job, 'received' | 'total' | 'lastError' | 'dueAt'> | null {
    return this.#table.get(marker);
  }

  /** Resolves when no download is running or due: each is stored, resting or given up for now. */
  async settled(): Promise<void> {
    if (this.#isSettled()) return;
    await new Promise<void>((resolve) => this.#settledWaiters.push(resolve));
  }

  #isSettled(): boolean {
    return !this.#table.isAnyLeaving && this.#table.all().every((job) => this.#isSettledFor(job));
  }

  #isSettledFor(job: Job): boolean {
    const comesSoon = job.state === 'queued' || (job.state === 'resting' && job.eagerAttempts > 0);
    // A paused queue never gets to its queued jobs, so `settled` must not wait for them.
    return comesSoon ? this.#runner.isPaused : job.state === 'resting';
  }

  #changed(): void {
    this.#needs.events.changed();
    // Cheap checks first: `#isSettled` walks all jobs.
    if (this.#settledWaiters.length === 0 || !this.#runner.isIdle) return;
    if (this.#isSettled()) for (const resolve of this.#settledWaiters.splice(0)) resolve();
  }

  /** From now on the queue retries resting jobs. */
  keepAwake(): void {
    this.#keepsAwake = true;
    for (const job of this.#table.in('resting')) this.#enqueueWhenDue(job);
  }

  pause(): void {
    this.#hours.pause(true);
    // Without this, `settled` would resolve only after the pause.
    this.#changed();
  }

  resume(): void {
    this.#hours.pause(false);
  }

  /** Stops the running downloads; they resume from their parts later. */
  #breakOff(): void {
    this.#runner.pause();
    for (const job of this.#table.in('active')) {
      this.#table.cancel(job);
      this.#begin(job.task, true);
    }
  }

  /** Cancels everything; resolves when every part is closed. */
  async stop(): Promise<void> {
    this.#keepsAwake = false;
    this.#hours.end();
    for (const job of this.#table.all()) if (job.state !== 'committing') this.#table.cancel(job);
    this.#runner.release();
    await this.settled();
  }

  status(): Omit<SyncStatus['downloads'], 'goal'> {
    const now = this.#needs.clock.monotonic();
    const active = this.#table.in('active');
    return {
      active: active.length,
      queued: this.#table.in('queued').length,
      bytesPerSecond: active.length === 0 ? 0 : Math.round(this.#runner.bytesPerSecond(now)),
      items: active.map((job) => job.progress(now)),
    };
  }
}

type LeftoversNeeds = Pick<SharedNeeds, 'fs' | 'store' | 'log'>;

/** Parts left behind by earlier downloads, in this run or before a crash. */
class Leftovers {
  readonly #needs: LeftoversNeeds;
  #names: ReadonlySet<string> = new Set();

  constructor(needs: LeftoversNeeds) {
    this.#needs = needs;
  }

  async survey(): Promise<void> {
    const { fs, store } = this.#needs;
    const files = await this.#unlessWorn(() => fs.readdir(store.partsFolder), []);
    const names = files.map((file) => /^([0-9a-f]{64})\.(?:part|json|json\.new)$/.exec(file)?.[1]);
    this.#names = new Set(names.filter((name) => name !== undefined));
  }

  /** Whether the last survey found files of this part. */
  has(partName: string): boolean {
    return this.#names.has(partName);
  }

  /** Removes the parts of the last survey that are not wanted. */
  async sweep(wanted: ReadonlySet<string>): Promise<void> {
    const { fs, store, log } = this.#needs;
    const unwanted = [...this.#names].filter((name) => !wanted.has(name));
    for (const name of unwanted) {
      for (const ending of ['part', 'json', 'json.new']) {
        const path = join(store.partsFolder, `${name}.${ending}`);
        await this.#unlessWorn(() => unlinkIfThere(fs, path), undefined);
      }
    }
    if (unwanted.length > 0) {
      log.debug('Removed obsolete unfinished downloads', { removed: unwanted.length });
    }
  }

  /** A disk that does not list or remove old parts must hold up neither an update nor the other downloads. */
  async #unlessWorn<Found>(work: () => Promise<Found>, otherwise: Found): Promise<Found> {
    try {
      return await work();
    } catch (error) {
      if (systemCode(error) === null) throw error;
      this.#needs.log.state('leftovers', 'stay', 'warn', 'Old unfinished downloads stay on the disk', {
        error,
      });
      return otherwise;
    }
  }
}
