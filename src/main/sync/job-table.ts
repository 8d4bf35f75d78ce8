import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Job } from './job.ts';

/** Jobs by marker. A cancelled job is kept separately until it has closed its part. */
export class JobTable {
  readonly #jobs = new Map<string, Job>();
  readonly #leaving = new Map<string, Job>();

  get(marker: string): Job | null {
    return this.#jobs.get(marker) ?? null;
  }

  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  in(state: Job['state']): readonly Job[] {
    return this.all().filter((job) => job.state === state);
  }

  /** False once the job is done or cancelled. */
  has(job: Job): boolean {
    return this.#jobs.get(job.marker) === job;
  }

  add(job: Job): void {
    this.#jobs.set(job.marker, job);
  }

  done(job: Job): void {
    if (this.has(job)) this.#jobs.delete(job.marker);
  }

  cancel(job: Job): void {
    this.done(job);
    job.cancelTimer();
    if (job.state !== 'active') return;
    this.#leaving.set(job.marker, job);
    job.attempt?.cut.abort(superseded);
  }

  isLeaving(job: Job): boolean {
    return this.#leaving.get(job.marker) === job;
  }

  left(job: Job): void {
    this.#leaving.delete(job.marker);
    job.attempt?.left.resolve();
  }

  get isAnyLeaving(): boolean {
    return this.#leaving.size > 0;
  }

  /** Resolves when no cancelled attempt at the same object still writes to the part. */
  async partOf(job: Job): Promise<void> {
    await this.#leaving.get(job.marker)?.attempt?.left.promise;
  }

  /** Parts still in use. */
  partNames(): ReadonlySet<string> {
    return new Set([...this.#jobs.values(), ...this.#leaving.values()].map((job) => job.partName));
  }
}

const superseded = new VitrineError('temporary', message('superseded'));
