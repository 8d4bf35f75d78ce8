import type { Clock } from '../ground/clock.ts';

/** Since when a value has been unchanged. Measured by the time since boot, so that setting the clock does not matter. */
export class Since {
  readonly #clock: Clock;
  #what: string | null = null;
  #began = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Epoch milliseconds by the clock as it goes now. */
  of(what: string): number {
    const now = this.#clock.sinceBoot();
    if (this.#what !== what) {
      this.#what = what;
      this.#began = now;
    }
    return this.#clock.now() - (now - this.#began);
  }
}
