import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';

/** A browser that ends so often in so short a time is started without the graphics card from then on. */
const mostEnds = 3;
const endsWithinMs = 60_000;

/** Counts how often the browser ended by itself. */
export class GraphicsFallback {
  readonly #clock: Clock;
  readonly #log: Log;
  /** Monotonic instants. */
  #ends: readonly number[] = [];
  #isOn = false;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  get flags(): readonly string[] {
    return this.#isOn ? ['--disable-gpu'] : [];
  }

  /** `words`: the last ones that the browser wrote. */
  ended(words: string): void {
    const now = this.#clock.monotonic();
    this.#ends = [...this.#ends.filter((end) => now - end < endsWithinMs), now];
    if (this.#ends.length >= mostEnds && !this.#isOn) {
      this.#isOn = true;
      this.#log.warn('The browser keeps ending: it goes on without the graphics card');
    }
    this.#log.warn('The browser ended', { words: words.trim().split('\n').at(-1) ?? '' });
  }
}
