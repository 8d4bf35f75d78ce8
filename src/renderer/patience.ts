const firstDelayMs = 2_000;
const longestDelayMs = 60_000;
/** So many failures in a row may follow each other at once. */
const swift = 5;
const spacedMs = 200;

/** Keeps tries apart, so that a broken show is tried again and again, but never in a tight loop. */
export class Patience {
  /** Cues that failed and have not been shown well since. */
  readonly #broken = new Set<string>();
  #inRow = 0;
  #sinceDelay = 0;
  #rounds = 0;
  #notBefore = 0;

  /** The steady instant before which nothing is tried. */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** `cuesInPass`: how many different ones there are. */
  failed(cueId: string, now: number, cuesInPass: number): void {
    const before = this.exhausted(cuesInPass);
    this.#broken.add(cueId);
    this.#inRow += 1;
    this.#sinceDelay += 1;
    if (this.exhausted(cuesInPass) && (!before || this.#sinceDelay >= cuesInPass)) {
      this.#notBefore = now + Math.min(longestDelayMs, firstDelayMs * 2 ** this.#rounds);
      this.#rounds += 1;
      this.#sinceDelay = 0;
    } else if (this.#inRow > swift) {
      this.#notBefore = Math.max(this.#notBefore, now + spacedMs);
    }
  }

  /** Everything that there is to show is broken. */
  exhausted(cuesInPass: number): boolean {
    return this.#broken.size >= Math.max(1, cuesInPass);
  }

  /** A cue was shown as it should be. */
  proven(cueId: string): void {
    this.#inRow = 0;
    if (this.#broken.delete(cueId)) this.#rounds = 0;
  }
}
