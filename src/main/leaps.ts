import type { Clock } from './clock.ts';

/** A clock that moves by less is being disciplined; more is a leap. */
const leapMs = 1000;

/** Compares the wall clock with the one that never leaps. */
export class Leaps {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #last: { readonly now: number; readonly monotonic: number };

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#last = this.#read();
  }

  /** By how much the wall clock has leapt since the last call, or 0. Waking from sleep is a leap forwards. */
  since(): number {
    const before = this.#last;
    const here = this.#read();
    this.#last = here;
    const leap = here.now - before.now - (here.monotonic - before.monotonic);
    return Math.abs(leap) > leapMs ? leap : 0;
  }

  #read() {
    return { now: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }
}
