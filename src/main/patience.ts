/** A limit is never longer than so many times what is usual. */
const most = 256;
/** What took so long may take three times as long the next time. */
const margin = 3;

/**
 * How much slower than usual this machine is. A slow machine is not a broken one: a limit that was too short for it must not
 * be the reason why it never comes to play. Limits grow with each revive that did not help, and shrink to what this machine
 * was seen to need when all is well.
 */
export class Patience {
  readonly #onChange: (factor: number) => void;
  /** What each thing took the last time, as a part of its usual limit. */
  readonly #took = new Map<string, number>();
  #factor: number;

  /** `kept`: the factor at the end of the last run. */
  constructor(kept = 1, onChange: (factor: number) => void = () => undefined) {
    this.#factor = bounded(kept);
    this.#onChange = onChange;
  }

  get factor(): number {
    return this.#factor;
  }

  /** A limit, as long as this machine needs it. */
  of(usualMs: number): number {
    return usualMs * this.#factor;
  }

  /** Something went well in that time, for which there is that limit. */
  took(what: string, ms: number, usualMs: number): void {
    this.#took.set(what, ms / usualMs);
  }

  /** A limit was reached, and what was done about it did not help. */
  grow(): void {
    this.#become(this.#factor * 2);
  }

  /** All has been well for a while. */
  settle(): void {
    this.#become(margin * Math.max(0, ...this.#took.values()));
  }

  #become(factor: number): void {
    const next = bounded(Math.round(factor * 10) / 10);
    if (next === this.#factor) return;
    this.#factor = next;
    this.#onChange(next);
  }
}

function bounded(factor: number): number {
  return Number.isFinite(factor) ? Math.min(Math.max(factor, 1), most) : 1;
}
