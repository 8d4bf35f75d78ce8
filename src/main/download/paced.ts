import type { Clock } from '../ground/clock.ts';

/** Tells of the first change at once and of later ones at intervals. The last change is always told. */
export class Paced {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #tell: () => void;
  #isWaiting = false;
  #isAsked = false;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, everyMs: number, tell: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#tell = tell;
  }

  ask(): void {
    if (this.#isWaiting) {
      this.#isAsked = true;
      return;
    }
    this.#isWaiting = true;
    try {
      this.#tell();
    } finally {
      this.#cancel = this.#clock.after(this.#everyMs, () => this.#again());
    }
  }

  #again(): void {
    this.#isWaiting = false;
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.ask();
  }

  /** A change that is still untold is told now. */
  end(): void {
    this.#cancel();
    if (this.#isAsked) this.#tell();
    this.#isAsked = false;
  }
}
