import type { Clock } from './clock.ts';

/** A smaller change is a correction by NTP; a larger one is a leap. */
const leapMs = 1000;

type Clocks = Pick<Clock, 'now' | 'monotonic' | 'sinceBoot'>;

export interface Leap {
  /** The size of the wall clock's leap. */
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

  /** The leap since the last call, or null. After a suspend, timers too have waited too long. */
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
