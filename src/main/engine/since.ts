import type { Clock } from '../ground/clock.ts';

/** Since when something has been as it is now. A clock that is set meanwhile does not matter: time since boot is kept. */
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
