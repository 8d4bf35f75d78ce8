import type { Clock } from '../ground/clock.ts';
import type { SyncStore } from './ports.ts';

/** The reservation expires, because other programs write to this disk too. */
const validMs = 10 * 60_000;

/**
 * Space for downloads. `makeSpace` waits for pending writes of the store, so it is called once for a whole edition, and
 * for single files only when the whole does not fit.
 */
export class FreeSpace {
  readonly #store: Pick<SyncStore, 'makeSpace'>;
  readonly #clock: Clock;
  #bytes = 0;
  #since = 0;

  constructor(store: Pick<SyncStore, 'makeSpace'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async setAside(bytes: number): Promise<void> {
    this.#bytes = bytes > 0 && (await this.#store.makeSpace(bytes)) ? bytes : 0;
    this.#since = this.#clock.monotonic();
  }

  async take(bytes: number): Promise<boolean> {
    if (bytes <= this.#bytes && this.#clock.monotonic() - this.#since < validMs) {
      this.#bytes -= bytes;
      return true;
    }
    return this.#store.makeSpace(bytes);
  }
}
