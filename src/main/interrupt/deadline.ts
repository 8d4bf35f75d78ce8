import type { Clock } from '../ground/clock.ts';

/** An instant of the wall clock where that is trusted, else a time left on the clock that never leaps. */
export class Deadline {
  readonly #clock: Clock;
  readonly #leftMs: number;
  readonly #since: number;
  #at: number | null;

  /** `at`: epoch milliseconds; null: the wall clock was not trusted. */
  constructor(clock: Clock, leftMs: number, at: number | null) {
    this.#clock = clock;
    this.#leftMs = leftMs;
    this.#since = clock.sinceBoot();
    this.#at = at;
  }

  get at(): number | null {
    return this.#at;
  }

  leftMs(isTrusted: boolean): number {
    const steady = this.#leftMs - (this.#clock.sinceBoot() - this.#since);
    if (!isTrusted) return steady;
    // Once the clock is right, the end is an instant like any other.
    this.#at ??= this.#clock.now() + steady;
    return this.#at - this.#clock.now();
  }
}
