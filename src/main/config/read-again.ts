import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import type { Config } from './config.ts';

interface ReadAgainNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** The active configuration has a mistake. */
  readonly hasMistake: boolean;
  readonly config: Config;
  /** Null while the configuration has a mistake. */
  read(): Config | null;
  take(config: Config): Promise<void>;
}

const backoff: Backoff = { firstMs: 10_000, mostMs: 300_000 };

/** Rereads a faulty configuration with growing intervals, and applies it once it is corrected. */
export class ReadAgain {
  readonly #needs: ReadAgainNeeds;
  #hasMistake: boolean;
  #config: Config;
  #attempt = 0;
  #dueAt: number | null = null;
  #isTaking = false;

  constructor(needs: ReadAgainNeeds) {
    this.#needs = needs;
    this.#hasMistake = needs.hasMistake;
    this.#config = needs.config;
  }

  /** Call every few seconds. `isWrong`: health reports the configuration. */
  look(isWrong: boolean): void {
    const now = this.#needs.clock.monotonic();
    if (!isWrong) {
      this.#attempt = 0;
      this.#dueAt = null;
      return;
    }
    this.#dueAt ??= now + doubledMs(this.#attempt++, backoff);
    if (now < this.#dueAt || this.#isTaking) return;
    this.#dueAt = null;
    void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const { log, read, take } = this.#needs;
    this.#isTaking = true;
    try {
      const config = read();
      // Another data folder needs a restart.
      if (config === null || config.dataDir !== this.#config.dataDir) return;
      if (!this.#hasMistake && isDeepStrictEqual(config, this.#config)) return;
      log.info('The configuration is corrected');
      await take(config);
      this.#config = config;
      this.#hasMistake = false;
    } catch (error) {
      log.warn('The corrected configuration could not be applied', { error });
    } finally {
      this.#isTaking = false;
    }
  }
}
