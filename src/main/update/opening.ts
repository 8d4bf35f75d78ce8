import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { Serial } from '../ground/serial.ts';
import { releaseError } from '../release/failure.ts';
import type { ReleaseId } from './state.ts';
import type { ShowFacts } from './trial.ts';
import { type UpdateStatus, updateOff, type WantedRelease } from './update-status.ts';
import type { Updates } from './updates.ts';

interface Opened {
  readonly updates: Updates;
  close(): Promise<void>;
}

interface OpeningNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly running: ReleaseId;
  open(): Promise<Opened>;
}

const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };

/**
 * Opens updates, with retries where the disk does not return their state. The show does not need them; the launcher takes back a
 * release on trial that cannot be judged.
 */
export class OpeningUpdates {
  readonly #needs: OpeningNeeds;
  #opened: Opened | null = null;
  #failure: { readonly error: VitrineError; readonly at: string } | null = null;
  readonly #opening = new Serial();
  #attempt = 0;
  #wanted: WantedRelease | null = null;
  #isStopped = false;
  #cancelRetry: () => void = () => undefined;

  private constructor(needs: OpeningNeeds) {
    this.#needs = needs;
  }

  /** Resolves after the first try, successful or not. */
  static async begin(needs: OpeningNeeds): Promise<OpeningUpdates> {
    const opening = new OpeningUpdates(needs);
    await opening.#opening.run(() => opening.#open());
    return opening;
  }

  status(): UpdateStatus {
    if (this.#opened !== null) return this.#opened.updates.status();
    if (this.#failure === null) return updateOff;
    const { error, at } = this.#failure;
    const { code, sentence } = error;
    return {
      ...updateOff,
      sentence,
      running: this.#needs.running,
      wanted: this.#wanted,
      lastError: { code, message: sentence, at, isLasting: true },
    };
  }

  see(facts: ShowFacts): Promise<'stay' | 'end'> {
    return this.#opened?.updates.see(facts) ?? Promise.resolve('stay');
  }

  async now(folder: string | null): Promise<UpdateStatus> {
    const updates = this.#openedOnes();
    return folder === null ? updates.now() : updates.from(folder);
  }

  want(wanted: WantedRelease | null): UpdateStatus {
    this.#wanted = wanted;
    return this.#opened?.updates.want(wanted) ?? this.status();
  }

  async hold(held: boolean): Promise<UpdateStatus> {
    return this.#openedOnes().hold(held);
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    await this.#opening.idle();
    await this.#opened?.close();
  }

  #openedOnes(): Updates {
    if (this.#opened !== null) return this.#opened.updates;
    throw this.#failure?.error ?? releaseError(message('update-off'));
  }

  async #open(): Promise<void> {
    const { clock, log, open } = this.#needs;
    try {
      this.#opened = await open();
    } catch (thrown) {
      const error = knownDiskError(thrown, 'open-updates') ?? asVitrineError(thrown);
      this.#failure = { error, at: new Date(clock.now()).toISOString() };
      log.state('update', error.code, 'error', 'Updates are off', { error });
      if (this.#isStopped) return;
      this.#cancelRetry = clock.after(
        doubledMs(this.#attempt++, backoff),
        () => void this.#opening.run(() => this.#open()),
      );
      return;
    }
    if (this.#failure !== null) log.state('update', 'opened', 'info', 'Updates are on again');
    if (this.#wanted !== null) this.#opened.updates.want(this.#wanted);
  }
}
