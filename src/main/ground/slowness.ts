/** No limit grows beyond this factor. */
const most = 16;
/** The bound for ladder and health: a slow machine must not keep a screen dark for longer. */
const mostForJudges = 4;
/** The next time may take three times as long. */
const margin = 3;

/**
 * How many times slower than usual this machine is. Only a late answer proves a slow machine; a missing one may be a hang. So
 * the factor, which survives a restart, grows with late answers. Missing answers extend limits for a while only, as otherwise no
 * answer could ever be late: until all is well, and beyond a restart of the player up to the bound of the ladder. Without that, a
 * browser that needs longer than one run has for it would never start.
 */
export class Slowness {
  readonly #onChange: (factor: number) => void;
  readonly #onStretch: (stretch: number) => void;
  /** The last duration of each operation, as a part of its usual limit. */
  readonly #took = new Map<string, number>();
  #factor: number;
  /** Factor for missing answers. */
  #stretch: number;

  /** `kept` and `stretch`: at the end of the last run. */
  constructor(
    kept = 1,
    onChange: (factor: number) => void = () => undefined,
    stretch = 1,
    onStretch: (stretch: number) => void = () => undefined,
  ) {
    this.#factor = bounded(kept);
    this.#onChange = onChange;
    this.#stretch = Math.min(bounded(stretch), mostForJudges);
    this.#onStretch = onStretch;
  }

  get factor(): number {
    return this.#factor;
  }

  /** For the ladder and health. */
  get forJudges(): number {
    return Math.min(this.#factor, mostForJudges);
  }

  /**
   * A limit, scaled for this machine. `longest`: the longest recent duration as a fraction of the usual limit. A single old
   * stall, such as one under load, then no longer counts.
   */
  of(usualMs: number, longest: number | null = null): number {
    const factor = longest === null ? this.#factor : Math.min(this.#factor, Math.max(1, margin * longest));
    return usualMs * bounded(factor * this.#stretch);
  }

  /** An operation took `ms`, with this usual limit. */
  came(what: string, ms: number, usualMs: number): void {
    this.#took.set(what, ms / usualMs);
    this.#become(Math.max(this.#factor, this.#needed));
  }

  /** A limit passed without an answer. */
  late(): void {
    this.#become(this.#factor, Math.min(this.#stretch * 2, most));
  }

  /** All has been well for a while: limits fit what this machine needed. */
  settle(): void {
    this.#become(this.#needed, 1);
  }

  get #needed(): number {
    return margin * Math.max(0, ...this.#took.values());
  }

  #become(factor: number, stretch = this.#stretch): void {
    const next = bounded(Math.round(factor * 10) / 10);
    if (next !== this.#factor) {
      this.#factor = next;
      this.#onChange(next);
    }
    if (stretch === this.#stretch) return;
    this.#stretch = stretch;
    this.#onStretch(stretch);
  }
}

function bounded(factor: number): number {
  return Number.isFinite(factor) ? Math.min(Math.max(factor, 1), most) : 1;
}
