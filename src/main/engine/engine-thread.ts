import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { Serial } from '../ground/serial.ts';
import { Life, type LifeNeeds } from './life.ts';
import type { EngineData } from './protocol.ts';

interface EngineThreadNeeds extends LifeNeeds {
  readonly log: Log;
}

const backoff: Backoff = { firstMs: 1_000, mostMs: 60_000 };
/** A thread that has lived this long counts as stable. */
const stableMs = 60_000;

/**
 * Restarts the engine's thread when it dies, with growing delays. The show goes on without it: every screen has its
 * programme of the next hours.
 */
export class EngineThread {
  #data: EngineData;
  readonly #needs: EngineThreadNeeds;
  #life: Life;
  readonly #opening = new Serial();
  #reopenings = 0;
  #isStopping = false;
  #deaths = 0;
  #cancelRestart: () => void = () => undefined;

  constructor(data: EngineData, needs: EngineThreadNeeds) {
    this.#data = data;
    this.#needs = needs;
    this.#life = this.#begin();
  }

  open(): Promise<void> {
    return this.#life.open();
  }

  get call(): Life['call'] {
    return this.#life.call;
  }

  /**
   * Replaces the thread for another configuration, while the screens play on. Calls run one after the other: two threads
   * would compete for the data folder.
   */
  async reopen(data: EngineData, timeoutMs: number): Promise<void> {
    this.#reopenings++;
    try {
      await this.#opening.run(() => this.#openWith(data, timeoutMs));
    } finally {
      this.#reopenings--;
    }
  }

  /** It answers nothing, as was requested. */
  get isReopening(): boolean {
    return this.#reopenings > 0;
  }

  async #openWith(data: EngineData, timeoutMs: number): Promise<void> {
    await this.stop(timeoutMs);
    this.#data = data;
    this.#isStopping = false;
    try {
      this.#life = this.#begin();
    } catch (thrown) {
      this.#beginAgain(thrown, 0);
      throw thrown;
    }
    await this.#openLife();
  }

  /** A thread that cannot be opened counts as dead and is restarted: a disk error may be temporary. */
  async #openLife(): Promise<void> {
    const life = this.#life;
    try {
      await life.open();
    } catch (error) {
      void life.end();
      throw error;
    }
  }

  /** Ends the thread after it has stored everything, or by force after the timeout. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    this.#cancelRestart();
    const late = Promise.withResolvers<void>();
    const cancelLate = this.#needs.clock.after(timeoutMs, late.resolve);
    await Promise.race([this.call('stop').catch(() => undefined), late.promise]);
    cancelLate();
    await this.#life.end();
  }

  #begin(): Life {
    const { clock } = this.#needs;
    const bornAt = clock.monotonic();
    return new Life(this.#data, this.#needs, (cause) => {
      if (!this.#isStopping) this.#beginAgain(cause, clock.monotonic() - bornAt);
    });
  }

  #beginAgain(error: unknown, livedMs: number): void {
    const { clock, log } = this.#needs;
    this.#deaths = livedMs >= stableMs ? 1 : this.#deaths + 1;
    const deaths = this.#deaths;
    const delay = doubledMs(deaths - 1, backoff);
    log.error('the engine thread died; the show goes on, and it is started again', { error, deaths, delay });
    this.#cancelRestart = clock.after(delay, () => {
      try {
        this.#life = this.#begin();
      } catch (thrown) {
        // The system refuses a thread, for example without memory; a later attempt may succeed.
        this.#beginAgain(thrown, 0);
        return;
      }
      this.#openLife().catch((reason: unknown) =>
        log.error('the engine could not be opened again', { error: reason }),
      );
    });
  }
}
