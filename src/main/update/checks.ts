import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import type { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { aroundMs, type Backoff, doubledMs } from '../ground/retry.ts';
import { releaseError } from '../release/failure.ts';
import { known } from './kept-state.ts';
import type { UpdateStatus } from './update-status.ts';
import { isoOf } from './updates-needs.ts';

const checkEveryMs = 3600_000;
const firstCheckMs = 120_000;
const retry: Backoff = { firstMs: 300_000, mostMs: checkEveryMs };
const dayMs = 86_400_000;

interface ChecksNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: not now. */
  check(): (() => Promise<void>) | null;
}

/** Runs the checks for releases, every hour and sooner after a failure, and what a person requests; one at a time. */
export class Checks {
  readonly #needs: ChecksNeeds;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #isWanted = false;
  #dueAt = Number.POSITIVE_INFINITY;
  /** Failed checks in a row. */
  #failures = 0;
  #failingSince = 0;
  #lastError: UpdateStatus['lastError'] = null;
  #cancel: () => void = () => undefined;

  constructor(needs: ChecksNeeds) {
    this.#needs = needs;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  get lastError(): UpdateStatus['lastError'] {
    return this.#lastError;
  }

  start(): void {
    this.#within(aroundMs(firstCheckMs));
  }

  /** Now, or after what is running. */
  soon(): void {
    this.#isWanted = true;
    if (this.#running === null) this.#within(0);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(releaseError(message('update-busy.stopping'), { kind: 'temporary' }));
    this.#cancel();
    await this.#running?.catch(() => undefined);
  }

  async run(work: () => Promise<void>): Promise<void> {
    this.#running = work();
    try {
      await this.#running;
      this.#lastError = null;
      this.#failures = 0;
    } catch (thrown) {
      const error = known(thrown);
      this.#failed(error);
      throw error;
    } finally {
      this.#running = null;
      if (this.#isWanted) this.#within(0);
    }
  }

  /** The sooner one counts: the retry of a failed check must not put off what the fleet requests. */
  #within(ms: number): void {
    const { clock, check } = this.#needs;
    const dueAt = clock.monotonic() + ms;
    if (this.#stopping.signal.aborted || dueAt >= this.#dueAt) return;
    this.#cancel();
    this.#dueAt = dueAt;
    this.#cancel = clock.after(ms, () => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#within(aroundMs(checkEveryMs));
      if (this.#running !== null) return;
      this.#isWanted = false;
      const work = check();
      // The failure is kept as the last error. Short after the first one, longer after each further one, up to an hour.
      if (work !== null)
        this.run(work).catch(() => this.#within(aroundMs(doubledMs(this.#failures - 1, retry))));
    });
  }

  #failed({ code, message: text, sentence, kind }: VitrineError): void {
    if (this.#stopping.signal.aborted) return;
    const { clock, log } = this.#needs;
    if (this.#failures++ === 0) this.#failingSince = clock.monotonic();
    const isOld = clock.monotonic() - this.#failingSince >= dayMs;
    const isLasting = isOld || (kind !== 'temporary' && code !== 'update-none');
    this.#lastError = { code, message: sentence, at: isoOf(clock.now()), isLasting };
    log.state('update', code, 'warn', `No update: ${text}`, { code });
  }
}
