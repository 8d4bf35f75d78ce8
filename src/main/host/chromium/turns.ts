import type { Clock } from '../../clock.ts';
import { within } from './patience.ts';

/** One after the other, in the order of asking. One that does not end keeps the next one waiting only so long. */
export class Turns {
  readonly #clock: Clock;
  readonly #longestMs: number;
  /** When the next one may begin. */
  #free: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, longestMs: number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
  }

  take<Done>(task: () => Promise<Done>): Promise<Done> {
    const done = this.#free.then(task);
    // Whoever asked hears how it ended; here it only matters that it has.
    this.#free = this.#free
      .then(() => within(this.#clock, this.#longestMs, 'ended what it was asked', done))
      .catch(() => undefined);
    return done;
  }
}
