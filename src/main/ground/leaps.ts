import type { Clock } from './clock.ts';

/** A clock that moves by less is being disciplined; more is a leap. */
const leapMs = 1000;

type Clocks = Pick<Clock, 'now' | 'monotonic' | 'sinceBoot'>;

export interface Leap {
  /** By how much the wall clock has leapt. */
  readonly ms: number;
  /** The machine was suspended; the clock was not set. */
  readonly wasSuspended: boolean;
}

/** Compares the wall clock with the monotonic clock. */
export class Leaps {
  readonly #clock: Clocks;
  #last: { readonly now: number; readonly monotonic: number; readonly sinceBoot: number };

  constructor(clock: Clocks) {
    this.#clock = clock;
    this.#last = this.#read();
  }

  /** The leap since the last call, or null. Timers have waited too long after a suspend too. */
  since(): Leap | null {
    const before = this.#last;
    const here = this.#read();
    this.#last = here;
    const ms = here.now - before.now - (here.monotonic - before.monotonic);
    const set = here.now - before.now - (here.sinceBoot - before.sinceBoot);
    return Math.abs(ms) > leapMs ? { ms, wasSuspended: Math.abs(set) <= leapMs } : null;
  }

  #read() {
    const clock = this.#clock;
    return { now: clock.now(), monotonic: clock.monotonic(), sinceBoot: clock.sinceBoot() };
  }
}
