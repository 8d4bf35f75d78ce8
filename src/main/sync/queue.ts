import PQueue from 'p-queue';
import type { Clock } from '../clock.ts';
import { isDiskError, knownDiskError } from '../disk-errors.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { patienceLeftMs } from '../retry.ts';
import { type DownloadDoors, type Downloaded, download } from './download.ts';
import { Harvest } from './harvest.ts';
import { untilAllowed, untilClosed } from './hours.ts';
import { type Item, Job } from './job.ts';
import type { Limits } from './limits.ts';
import { Meter } from './meter.ts';
import { nextAttempt } from './next-attempt.ts';
import { listParts, removePart } from './part.ts';
import type { AttemptRecord, SyncStore } from './ports.ts';
import type { SyncStatus } from './report.ts';
import type { Hours } from './sync-settings.ts';

export interface QueueDoors extends DownloadDoors {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly random: () => number;
}

export interface QueueOptions {
  readonly concurrency: number;
  readonly hours: Hours | null;
}

export interface QueueEvents {
  /** Bytes of these media files are in the store. */
  held(mediaFileIds: readonly string[], transferred: number): void;
  /** An attempt failed, or the item has finally failed: look again whether the edition can do without it. */
  failed(marker: string, attempt: AttemptRecord | null): void;
  changed(): void;
  cmsAnswers(): boolean;
}

/** So many finished downloads may wait for the disk before further ones wait too. */
const mostCommitting = 1024;

/**
 * Fetches what is wanted: soonest to be shown first, each object once, a bounded number at a time. What failed rests
 * and comes back by itself while the queue is kept awake.
 */
export class DownloadQueue {
  readonly #doors: QueueDoors;
  readonly #hours: Hours | null;
  readonly #events: QueueEvents;
  readonly #queue: PQueue;
  readonly #harvest: Harvest;
  #committing = 0;
  #committed: (() => void)[] = [];
  readonly #concurrency: number;
  readonly #jobs = new Map<string, Job>();
  /** Jobs that were cancelled and have not yet put away their part. */
  readonly #leaving = new Set<Job>();
  readonly #meter: Meter;
  #settledWaiters: (() => void)[] = [];
  #keepsAwake = false;
  #paused = false;
  #eager = false;
  #timeZone: string | null = null;
  #mayWait = false;
  /** Until the first download is in the store: none waits for others to share its flushes. */
  #playsNothing = false;
  #cancelHours: () => void = () => undefined;
  #ticking = false;
  #leftovers: ReadonlySet<string> = new Set();
  readonly #unforeseen = (error: unknown): void =>
    this.#doors.log.error('A download ended in an unforeseen way', { error });

  constructor(doors: QueueDoors, { concurrency, hours }: QueueOptions, events: QueueEvents) {
    this.#doors = doors;
    this.#hours = hours;
    this.#events = events;
    this.#concurrency = concurrency;
    this.#queue = new PQueue({ concurrency });
    this.#harvest = new Harvest(doors.clock);
    this.#meter = new Meter(doors.clock.monotonic());
  }

  /**
   * Replaces what is wanted. What is already on its way goes on, what nobody wants any more is cancelled. `eager`:
   * everything is tried now and up to three times without rest, whatever failed before.
   */
  want(
    items: readonly Item[],
    options: { readonly eager: boolean; readonly timeZone: string | null; readonly mayWait: boolean },
  ): void {
    // What a person asked for goes on outside the hours, also when the CMS is looked at as usual meanwhile.
    this.#eager = options.eager || (this.#eager && !this.#isSettled());
    this.#timeZone = options.timeZone;
    this.#mayWait = options.mayWait;
    this.#playsNothing = !options.mayWait;
    const wanted = new Map(items.map((item) => [item.target.download.marker, item]));
    for (const job of [...this.#jobs.values()]) {
      // What the store is about to take is left to it: a further download of it must not write to the same part.
      if (!wanted.has(job.key) && job.state !== 'committing') this.#cancel(job);
    }
    // Before anything is put in line that may not begin.
    this.#watchHours();
    let moved = false;
    for (const item of wanted.values()) {
      const known = this.#jobs.get(item.target.download.marker);
      if (known) moved = this.#renew(known, item, options.eager) || moved;
      else this.#begin(item);
    }
    if (moved) this.#lineUpAnew();
    this.#settle();
  }

  #begin(item: Item, hasTried = false): void {
    const job = new Job(item, hasTried);
    this.#jobs.set(job.key, job);
    if (this.#eager) job.eagerAttempts = this.#doors.limits.eagerAttempts;
    this.#enqueueWhenDue(job);
  }

  /** Answers whether it is in another place of the line now. */
  #renew(job: Job, item: Item, eager: boolean): boolean {
    const moved = item.place !== job.item.place;
    job.item = item;
    if (eager) {
      job.eagerAttempts = this.#doors.limits.eagerAttempts;
      if (job.state === 'resting') this.#enqueueWhenDue(job);
    }
    return moved && job.state === 'queued';
  }

  /** All at once: moving each by itself would look for it in the whole line. */
  #lineUpAnew(): void {
    this.#queue.clear();
    const queued = [...this.#jobs.values()].filter((job) => job.state === 'queued');
    for (const job of queued.sort((a, b) => b.priority - a.priority)) this.#enqueue(job);
  }

  #cancel(job: Job): void {
    this.#jobs.delete(job.key);
    if (job.state === 'active') this.#leaving.add(job);
    job.cancelTimer();
    job.cut?.abort(superseded);
  }

  /** Puts it in line, or lets it rest until its server or its own backoff allow another attempt. */
  #enqueueWhenDue(job: Job): void {
    const wait = this.#waitFor(job);
    job.cancelTimer();
    if (wait === 0) {
      this.#enqueue(job);
      return;
    }
    const isShort = job.eagerAttempts > 0 && wait <= this.#doors.limits.eagerPatienceMs;
    if (!isShort) job.eagerAttempts = 0;
    job.state = 'resting';
    job.dueAt = this.#doors.clock.now() + wait;
    if (isShort || this.#keepsAwake)
      job.cancelTimer = this.#doors.clock.after(wait, () => this.#enqueue(job));
  }

  #waitFor(job: Job): number {
    const { store, clock, limits } = this.#doors;
    const { source, download } = job.item.target;
    const now = clock.now();
    const asked = patienceLeftMs(store.patience(new URL(download.url).origin), now);
    if (job.eagerAttempts > 0) return asked;
    if (job.lastError !== null && isDiskError(job.lastError)) return Math.max(asked, limits.diskFullRetryMs);
    const own = (store.attempt(source, download.marker)?.nextTryAt ?? now) - now;
    return Math.max(asked, Math.min(own, Math.max(limits.retryFailedMs, limits.longestRetryMs)), 0);
  }

  #enqueue(job: Job): void {
    job.state = 'queued';
    job.dueAt = null;
    const run = async (): Promise<void> => {
      if (this.#jobs.get(job.key) === job && job.state === 'queued') await this.#run(job);
    };
    this.#queue
      .add(run, { priority: job.priority })
      .catch((error: unknown) => {
        // What is taken out of the line, to be lined up anew, is told so.
        if (!(error instanceof DOMException)) this.#unforeseen(error);
      })
      .finally(() => {
        this.#harvest.left(this.#playsNothing ? 0 : this.#queue.size + this.#queue.pending);
        this.#settle();
      });
  }

  async #run(job: Job): Promise<void> {
    const { clock } = this.#doors;
    // A cancelled download of the same object still has its part in hand.
    for (const leaving of this.#leaving) if (leaving.key === job.key) await leaving.gone;
    // Lined up anew while it waited, it is here twice; only one of the two may write to its part.
    if (this.#jobs.get(job.key) !== job || job.state !== 'queued') return;
    const cut = job.attempt();
    job.state = 'active';
    job.meter = new Meter(clock.monotonic());
    this.#tick();
    const before = job.received;
    try {
      const mayResume = job.hasTried || this.#leftovers.has(job.name);
      job.hasTried = true;
      const downloaded = await download(
        this.#doors,
        { ...job.item.target, mayResume },
        {
          cut,
          onProgress: (received, total) => {
            const more = received - job.received;
            if (more > 0) {
              job.meter?.add(more);
              this.#meter.add(more);
            }
            job.received = received;
            job.total = total ?? job.total;
          },
        },
      );
      // Cancelled at its very end: whoever wants it again must find its part untouched by the store.
      if (this.#leaving.has(job)) {
        await downloaded.discard();
        this.#left(job);
        return;
      }
      // The slot is free for the next download while this one is flushed with others.
      job.state = 'committing';
      this.#commit(job, downloaded).catch(this.#unforeseen);
      if (this.#committing > mostCommitting) {
        await new Promise<void>((resolve) => this.#committed.push(resolve));
      }
    } catch (thrown) {
      if (this.#leaving.has(job)) this.#left(job);
      else this.#failed(job, asVitrineError(thrown), job.received > before);
    }
  }

  async #commit(job: Job, { finished, transferred, forgetSidecar, discard }: Downloaded): Promise<void> {
    const { store } = this.#doors;
    const { source, download } = job.item.target;
    this.#committing++;
    try {
      const { mediaFileIds } = job.item.target;
      await this.#harvest.ripe(finished.bytes);
      await store.put([{ ...finished, mediaFileIds }]);
      await forgetSidecar();
      this.#playsNothing = false;
      store.clearAttempt(source, download.marker);
      if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key);
      if (this.#queue.concurrency < this.#concurrency) this.#queue.concurrency++;
      this.#events.held(mediaFileIds, transferred);
    } catch (thrown) {
      try {
        // After a failed flush the disk may claim what it does not hold, so these bytes are fetched again.
        await discard();
      } finally {
        this.#failed(job, knownDiskError(thrown, 'storing a download') ?? asVitrineError(thrown), false);
      }
    } finally {
      this.#committing--;
      for (const resolve of this.#committed.splice(0)) resolve();
      this.#settle();
    }
  }

  #left(job: Job): void {
    this.#leaving.delete(job);
    job.left();
    this.#settle();
  }

  #failed(job: Job, error: VitrineError, progressed: boolean): void {
    const { store, clock, limits, log, random } = this.#doors;
    const { source, download, mediaFileIds } = job.item.target;
    const mediaFileId = mediaFileIds[0] ?? '';
    const now = clock.now();
    const isNews = job.lastError?.code !== error.code;
    job.lastError = error;
    // Whatever the database says to what follows: nobody must wait for an attempt that is over.
    job.state = 'resting';
    if (this.#jobs.get(job.key) !== job) return;
    if (error.code === 'too-many-files') this.#queue.concurrency = 1;
    if (error.retryAfterMs !== null) {
      store.setPatience(new URL(download.url).origin, now + error.retryAfterMs);
    }
    let failedForGood = false;
    let attempt: AttemptRecord | null = null;
    if (!isDiskError(error)) {
      const before = store.attempt(source, download.marker);
      attempt = nextAttempt(
        before,
        {
          source,
          marker: download.marker,
          mediaFileId,
          error,
          now,
          progressed,
          cmsAnswers: this.#events.cmsAnswers(),
          random,
        },
        limits,
      );
      store.saveAttempt(attempt);
      failedForGood = attempt.failed && before?.failed !== true;
    }
    if (isNews || failedForGood) {
      const fields = { mediaFileId, name: job.item.name, error, failedForGood };
      if (failedForGood) log.warn('A download has finally failed', fields);
      else log.info('A download failed; it is tried again', fields);
    }
    // Neither a second later nor twice more will make the file appear or the disk larger.
    const pointless = isDiskError(error) || error.code === 'media-gone' || error.code === 'media-login';
    job.eagerAttempts = pointless ? 0 : Math.max(0, job.eagerAttempts - 1);
    if (job.eagerAttempts > 0 || this.#keepsAwake) this.#enqueueWhenDue(job);
    this.#events.failed(job.key, attempt);
    this.#settle();
  }

  /** How far this object is, as far as this process has met it. */
  jobOf(marker: string): Pick<Job, 'received' | 'total' | 'lastError' | 'dueAt'> | null {
    return this.#jobs.get(marker) ?? null;
  }

  /** Resolves when nothing is on its way: everything is here, rests or was given up for now. */
  async settled(): Promise<void> {
    if (this.#isSettled()) return;
    await new Promise<void>((resolve) => this.#settledWaiters.push(resolve));
  }

  #isSettled(): boolean {
    if (this.#leaving.size > 0) return false;
    for (const job of this.#jobs.values()) {
      const comesSoon = job.state === 'queued' || (job.state === 'resting' && job.eagerAttempts > 0);
      // While the queue stands still nobody can wait for what is in line.
      if (comesSoon ? !this.#queue.isPaused : job.state !== 'resting') return false;
    }
    return true;
  }

  #settle(): void {
    this.#events.changed();
    // While downloads are under way nobody needs to look through all jobs.
    if (this.#settledWaiters.length === 0 || this.#committing > 0 || this.#queue.pending > 0) return;
    if (this.#isSettled()) for (const resolve of this.#settledWaiters.splice(0)) resolve();
  }

  /** From now on what rests comes back by itself. */
  keepAwake(): void {
    this.#keepsAwake = true;
    for (const job of this.#jobs.values()) if (job.state === 'resting') this.#enqueueWhenDue(job);
  }

  pause(): void {
    this.#paused = true;
    this.#watchHours();
    // Whoever waits for what only rests would wait until the pause is over.
    this.#settle();
  }

  resume(): void {
    this.#paused = false;
    this.#watchHours();
  }

  /** Cancels everything; resolves when every part has been put away. */
  async stop(): Promise<void> {
    this.#keepsAwake = false;
    this.#cancelHours();
    for (const job of [...this.#jobs.values()]) {
      if (job.state === 'committing') continue;
      this.#cancel(job);
    }
    this.#harvest.now();
    await this.settled();
  }

  /** Downloads may be held back to certain hours, but never while there is nothing to play. */
  #watchHours(): void {
    this.#cancelHours();
    const { clock } = this.#doors;
    const hours = this.#mayWait && !this.#eager ? this.#hours : null;
    const wait = untilAllowed(hours, clock.now(), this.#timeZone);
    const closes = untilClosed(hours, clock.now(), this.#timeZone);
    if (this.#paused || wait > 0) {
      this.#queue.pause();
      this.#breakOff();
    } else this.#queue.start();
    const next = wait > 0 ? wait : closes;
    if (next !== null && this.#keepsAwake) {
      this.#cancelHours = clock.after(Math.max(1000, next), () => this.#watchHours());
    }
  }

  /** What is under way stops here and goes on from here later. */
  #breakOff(): void {
    for (const job of [...this.#jobs.values()]) {
      if (job.state !== 'active') continue;
      this.#cancel(job);
      this.#begin(job.item, true);
    }
  }

  /** Looks what earlier downloads have left. */
  async survey(): Promise<void> {
    this.#leftovers = await listParts(this.#doors.fs, this.#doors.partsFolder);
  }

  /** Removes what the last survey has found and nobody wants. */
  async sweep(): Promise<void> {
    const { fs, partsFolder, log } = this.#doors;
    const wanted = new Set([...this.#jobs.values(), ...this.#leaving].map((job) => job.name));
    const unwanted = [...this.#leftovers].filter((name) => !wanted.has(name));
    for (const name of unwanted) await removePart(fs, partsFolder, name);
    if (unwanted.length > 0) {
      log.debug('Unfinished downloads that nobody wants are removed', { removed: unwanted.length });
    }
  }

  status(): SyncStatus['downloads'] {
    const now = this.#doors.clock.monotonic();
    const active: Job[] = [];
    let queued = 0;
    for (const job of this.#jobs.values()) {
      if (job.state === 'active') active.push(job);
      else if (job.state === 'queued') queued++;
    }
    return {
      active: active.length,
      queued,
      bytesPerSecond: active.length === 0 ? 0 : Math.round(this.#meter.rate(now)),
      items: active.map((job) => job.progress(now)),
    };
  }

  /** While something is under way its progress is told at a steady pace. */
  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = true;
    this.#doors.clock.after(this.#doors.limits.statusEveryMs, () => {
      this.#ticking = false;
      if (this.#queue.pending === 0) return;
      this.#events.changed();
      this.#tick();
    });
  }
}

const superseded = new VitrineError('temporary', 'superseded', 'Nobody wants this download any more.');
