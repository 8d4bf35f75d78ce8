import type { Clock } from '../ground/clock.ts';

/** Reports the first change at once and later ones at intervals. It never drops the last change. */
export class Paced {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #report: () => void;
  #isWaiting = false;
  #isPending = false;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, everyMs: number, report: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#report = report;
  }

  notify(): void {
    if (this.#isWaiting) {
      this.#isPending = true;
      return;
    }
    this.#isWaiting = true;
    try {
      this.#report();
    } finally {
      this.#cancel = this.#clock.after(this.#everyMs, () => this.#again());
    }
  }

  #again(): void {
    this.#isWaiting = false;
    if (!this.#isPending) return;
    this.#isPending = false;
    this.notify();
  }

  /** Reports a pending change now, and nothing afterwards. */
  end(): void {
    this.#cancel();
    if (this.#isPending) this.#report();
    this.#isPending = false;
  }
}
