/** Counts failures in a row, so that a broken show is tried again and again, but never in a tight loop. */
export class Patience {
  #failures = 0;
  #rounds = 0;
  #notBefore = 0;

  /** Steady instant before which nothing is tried. */
  get notBefore(): number {
    return this.#notBefore;
  }

  failed(now: number, passLength: number): void {
    this.#failures += 1;
    if (this.#failures % Math.max(1, passLength) === 0) {
      // Nothing of a whole pass could be shown.
      this.#notBefore = now + Math.min(60_000, 2_000 * 2 ** this.#rounds);
      this.#rounds += 1;
    } else if (this.#failures > 5) {
      this.#notBefore = Math.max(this.#notBefore, now + 200);
    }
  }

  /** Nothing of a whole pass could be shown, and nothing since. */
  exhausted(passLength: number): boolean {
    return this.#failures >= Math.max(1, passLength);
  }

  /** Something was shown as it should be. */
  proven(): void {
    this.#failures = 0;
    this.#rounds = 0;
    this.#notBefore = 0;
  }
}
