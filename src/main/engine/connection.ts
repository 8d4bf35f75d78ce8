import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import type { Sync } from '../sync/sync.ts';

interface ConnectionNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Throws `usage` or `auth` if the configuration does not allow requests to the CMS. */
  connect(): { readonly sync: Sync; readonly stop: () => Promise<void> };
  /** Connected, or refused for another reason. */
  onChanged(): void;
}

/** Retrying reads only a few files; it finds a disk that was mounted late, or a repaired file. */
const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };

/** The connection to the CMS. An unreadable CA file or secret refuses it: the show needs none, and it is retried after `start`. */
export class Connection {
  readonly #needs: ConnectionNeeds;
  #state: ReturnType<ConnectionNeeds['connect']> | VitrineError;
  #attempt = 0;
  #isStopped = false;
  #cancelRetry: () => void = () => undefined;

  /** Throws errors that are no mistake of the configuration. */
  constructor(needs: ConnectionNeeds) {
    this.#needs = needs;
    this.#state = this.#connected();
  }

  get sync(): Sync | null {
    return this.#state instanceof VitrineError ? null : this.#state.sync;
  }

  /** Why the CMS cannot be reached with this configuration. */
  get refusal(): VitrineError | null {
    return this.#state instanceof VitrineError ? this.#state : null;
  }

  /** Throws the refusal if there is one. */
  requireSync(): Sync {
    if (this.#state instanceof VitrineError) throw this.#state;
    return this.#state.sync;
  }

  /** Visits the CMS from now on. */
  start(): void {
    if (this.#isStopped) return;
    if (this.#state instanceof VitrineError) this.#retryLater();
    else this.#state.sync.start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    if (!(this.#state instanceof VitrineError)) await this.#state.stop();
  }

  #connected(): ReturnType<ConnectionNeeds['connect']> | VitrineError {
    try {
      return this.#needs.connect();
    } catch (thrown) {
      const error = asVitrineError(thrown);
      if (error.kind === 'usage' || error.kind === 'auth') return error;
      throw thrown;
    }
  }

  #retryLater(): void {
    const { clock } = this.#needs;
    this.#cancelRetry = clock.after(doubledMs(this.#attempt++, backoff), () => this.#retry());
  }

  #retry(): void {
    const { log, onChanged } = this.#needs;
    const before = this.refusal;
    try {
      this.#state = this.#connected();
    } catch (thrown) {
      // A disk error, for example: it may be gone at the next attempt.
      this.#state = asVitrineError(thrown);
    }
    const error = this.refusal;
    if (error === null) log.info('Requests to the CMS are possible now');
    else if (error.code !== before?.code)
      log.warn('Requests to the CMS are not possible', { error, remedy: error.remedy });
    this.start();
    if (error?.code !== before?.code) onChanged();
  }
}
