/** Transfer rate: a moving average over some seconds. */
export class Meter {
  #bytes = 0;
  #measuredBytes = 0;
  #measuredAt: number;
  #bytesPerSecond = 0;

  constructor(now: number) {
    this.#measuredAt = now;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Measures again at most every half second. */
  rate(now: number): number {
    const seconds = (now - this.#measuredAt) / 1000;
    if (seconds < 0.5) return this.#bytesPerSecond;
    const current = (this.#bytes - this.#measuredBytes) / seconds;
    // The first measurement counts fully; later ones fade in over about four seconds.
    const weight = this.#measuredBytes === 0 ? 1 : Math.min(1, seconds / 4);
    this.#bytesPerSecond += (current - this.#bytesPerSecond) * weight;
    this.#measuredBytes = this.#bytes;
    this.#measuredAt = now;
    return this.#bytesPerSecond;
  }
}
