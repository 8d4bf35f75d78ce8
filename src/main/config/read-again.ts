import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import type { Config } from './config.ts';

interface ReadAgainNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** The configuration that the player goes by has a mistake. */
  readonly hasMistake: boolean;
  readonly config: Config;
  /** Null while a mistake is in it. */
  read(): Config | null;
  take(config: Config): Promise<void>;
}

const backoff: Backoff = { firstMs: 10_000, mostMs: 300_000 };

/** Reads a configuration that does not do again, ever less often, and takes it once it is mended. */
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

  /** To be called every few seconds. `isWrong`: health complains of the configuration. */
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
      // Another data folder is another player: that takes a start.
      if (config === null || config.dataDir !== this.#config.dataDir) return;
      if (!this.#hasMistake && isDeepStrictEqual(config, this.#config)) return;
      log.info('The configuration is mended');
      await take(config);
      this.#config = config;
      this.#hasMistake = false;
    } catch (error) {
      log.warn('The mended configuration could not be taken', { error });
    } finally {
      this.#isTaking = false;
    }
  }
}
