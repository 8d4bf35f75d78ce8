import type { DownloadTask } from '../download/download-task.ts';
import { DownloadHours } from '../download/hours.ts';
import type { AttemptRecord } from '../download/ports.ts';
import type { VitrineError } from '../ground/errors.ts';
import { Job } from './job.ts';
import { JobTable } from './job-table.ts';
import { Leftovers } from './leftovers.ts';
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
  /** Bytes of these media files are in the store. */
  held(mediaFileIds: readonly string[], transferred: number): void;
  /** An attempt failed: the edition may be able to do without what it was to bring. */
  failed(marker: string, record: AttemptRecord | null): void;
  changed(): void;
}

interface WantOptions {
  /** Everything is tried now, and up to three times without rest, whatever failed before. */
  readonly eager: boolean;
  /** Something plays meanwhile. */
  readonly mayWait: boolean;
  readonly timeZone: string | null;
}

/**
 * Downloads what is wanted, each object once. What failed rests and comes back by itself while the queue is kept
 * awake.
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
   * Replaces what is wanted. What is already on its way goes on, what nobody wants any more is cancelled and its part
   * removed. The tasks are asked for late: a download may end while the folder of parts is read.
   */
  async want(tasks: () => readonly DownloadTask[], options: WantOptions): Promise<void> {
    await this.#leftovers.survey();
    this.#replace(tasks(), options);
    await this.#leftovers.sweep(this.#table.partNames());
  }

  #replace(tasks: readonly DownloadTask[], { eager, mayWait, timeZone }: WantOptions): void {
    // What a person asked for goes on outside the hours, also when the CMS is visited as usual meanwhile.
    this.#isEager = eager || (this.#isEager && !this.#isSettled());
    this.#runner.hurry(!mayWait);
    const wanted = new Map(tasks.map((task) => [task.download.marker, task]));
    for (const job of this.#table.all()) {
      // What the store is about to take is left to it: a further download of it must not write to the same part.
      if (!wanted.has(job.marker) && job.state !== 'committing') this.#table.cancel(job);
    }
    // Before anything is put in line that may not begin.
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

  /** Answers whether it belongs elsewhere in the line now. */
  #renew(job: Job, task: DownloadTask, eager: boolean): boolean {
    const hasMoved = task.rank !== job.task.rank;
    job.task = task;
    if (eager) job.eagerAttempts = this.#needs.limits.eagerAttempts;
    // Also one without a time: its failure could not be written down.
    if (job.state === 'resting' && (eager || job.dueAt === null)) this.#enqueueWhenDue(job);
    return hasMoved && job.state === 'queued';
  }

  /** Puts it in line, or lets it rest until its server and its own failures allow another attempt. */
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
    // Whatever the database says to what follows: nobody must wait for an attempt that is over.
    job.state = 'resting';
    if (!this.#table.has(job)) return;
    const record = remember(job.task, { error, progressed, isNews }, this.#needs);
    job.eagerAttempts = mayHelpAtOnce(error) ? Math.max(0, job.eagerAttempts - 1) : 0;
    if (job.eagerAttempts > 0 || this.#keepsAwake) this.#enqueueWhenDue(job);
    this.#needs.events.failed(job.marker, record);
    this.#changed();
  }

  /** How far this object is, as far as this process has met it. */
  jobOf(marker: string): Pick<Job, 'received' | 'total' | 'lastError' | 'dueAt'> | null {
    return this.#table.get(marker);
  }

  /** Resolves when nothing is on its way: everything is here, rests or was given up for now. */
  async settled(): Promise<void> {
    if (this.#isSettled()) return;
    await new Promise<void>((resolve) => this.#settledWaiters.push(resolve));
  }

  #isSettled(): boolean {
    return !this.#table.isAnyLeaving && this.#table.all().every((job) => this.#isSettledFor(job));
  }

  #isSettledFor(job: Job): boolean {
    const comesSoon = job.state === 'queued' || (job.state === 'resting' && job.eagerAttempts > 0);
    // While the queue stands still nobody can wait for what is in line.
    return comesSoon ? this.#runner.isPaused : job.state === 'resting';
  }

  #changed(): void {
    this.#needs.events.changed();
    // While downloads are under way nobody needs to look through all jobs.
    if (this.#settledWaiters.length === 0 || !this.#runner.isIdle) return;
    if (this.#isSettled()) for (const resolve of this.#settledWaiters.splice(0)) resolve();
  }

  /** From now on what rests comes back by itself. */
  keepAwake(): void {
    this.#keepsAwake = true;
    for (const job of this.#table.in('resting')) this.#enqueueWhenDue(job);
  }

  pause(): void {
    this.#hours.pause(true);
    // Whoever waits for what only rests would wait until the pause is over.
    this.#changed();
  }

  resume(): void {
    this.#hours.pause(false);
  }

  /** What is under way stops here and goes on from here later. */
  #breakOff(): void {
    this.#runner.pause();
    for (const job of this.#table.in('active')) {
      this.#table.cancel(job);
      this.#begin(job.task, true);
    }
  }

  /** Cancels everything; resolves when every part has been put away. */
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
