import { type Clock, sleep } from '../ground/clock.ts';

/** Shares a number of bytes per second between all downloads: a bucket that fills steadily and holds one second. */
export class Bandwidth {
  readonly #clock: Clock;
  readonly #bytesPerSecond: number | null;
  #available: number;
  #filledAt: number;

  constructor(clock: Clock, bytesPerSecond: number | null) {
    this.#clock = clock;
    this.#bytesPerSecond = bytesPerSecond;
    this.#available = bytesPerSecond ?? 0;
    this.#filledAt = clock.monotonic();
  }

  /** Call it for bytes that have come. Null: the next ones may come at once; else it resolves when they may. */
  take(bytes: number, signal: AbortSignal): Promise<void> | null {
    if (this.#bytesPerSecond === null) return null;
    const now = this.#clock.monotonic();
    this.#available += ((now - this.#filledAt) * this.#bytesPerSecond) / 1000;
    this.#available = Math.min(this.#available, this.#bytesPerSecond) - bytes;
    this.#filledAt = now;
    // Debts are waited for by whoever makes them, so several downloads share what there is.
    if (this.#available >= 0) return null;
    return sleep(this.#clock, (-this.#available * 1000) / this.#bytesPerSecond, signal);
  }
}
