import type { Clock } from '../../clock.ts';
import { within } from '../within.ts';

/** Runs tasks one after the other, in the order of asking. A task that does not end holds up the next one only so long. */
export class OneAtATime {
  readonly #clock: Clock;
  readonly #longestMs: () => number;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, longestMs: () => number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
  }

  run<Done>(task: () => Promise<Done>): Promise<Done> {
    const done = this.#previous.then(task);
    // The caller hears how its task ended; the queue only needs to know that it has.
    this.#previous = this.#previous
      .then(() => within(this.#clock, this.#longestMs(), 'ended what it was asked', done))
      .catch(() => undefined);
    return done;
  }
}
