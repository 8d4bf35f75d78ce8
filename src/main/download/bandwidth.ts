import { type Clock, sleep } from '../ground/clock.ts';

/** Shares a rate of bytes between all downloads: a token bucket that holds one second. */
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

  /** Call for received bytes. Null: more may come at once; otherwise it resolves when they may. */
  take(bytes: number, signal: AbortSignal): Promise<void> | null {
    if (this.#bytesPerSecond === null) return null;
    const now = this.#clock.monotonic();
    this.#available += ((now - this.#filledAt) * this.#bytesPerSecond) / 1000;
    this.#available = Math.min(this.#available, this.#bytesPerSecond) - bytes;
    this.#filledAt = now;
    // Each download waits for its own debt, so several downloads share the rate.
    if (this.#available >= 0) return null;
    return sleep(this.#clock, (-this.#available * 1000) / this.#bytesPerSecond, signal);
  }
}
