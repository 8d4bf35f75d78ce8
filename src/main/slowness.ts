/** No limit is longer than so many times what is usual. */
const most = 16;
/** Nor by the ladder and health: a screen must not stay dark for longer because the machine is slow. */
const mostForJudges = 4;
/** What took so long may take three times as long the next time. */
const margin = 3;

/**
 * How many times slower than usual this machine is. Only what came late, but did come, shows that a machine is slow; what
 * never comes may hang. So the factor, which outlives a restart, grows by what came. What has not come is waited for longer
 * and longer in this run alone: without that, nothing could come late.
 */
export class Slowness {
  readonly #onChange: (factor: number) => void;
  /** What each thing took the last time, as a part of its usual limit. */
  readonly #took = new Map<string, number>();
  #factor: number;
  /** Of this run: what was late is given so many times as long. */
  #stretch = 1;

  /** `kept`: the factor at the end of the last run. */
  constructor(kept = 1, onChange: (factor: number) => void = () => undefined) {
    this.#factor = bounded(kept);
    this.#onChange = onChange;
  }

  get factor(): number {
    return this.#factor;
  }

  /** For the ladder and health. */
  get forJudges(): number {
    return Math.min(this.#factor, mostForJudges);
  }

  /**
   * A limit, as long as this machine needs it. `longest`: what such a thing has taken at most lately, as a part of its usual
   * limit. One stall long ago, such as that of a load, then no longer counts.
   */
  of(usualMs: number, longest: number | null = null): number {
    const factor = longest === null ? this.#factor : Math.min(this.#factor, Math.max(1, margin * longest));
    return usualMs * bounded(factor * this.#stretch);
  }

  /** It came after that time, for which there is that usual limit. */
  came(what: string, ms: number, usualMs: number): void {
    this.#took.set(what, ms / usualMs);
    this.#become(Math.max(this.#factor, this.#needed));
  }

  /** A limit was reached, and nothing came. */
  late(): void {
    this.#stretch = Math.min(this.#stretch * 2, most);
  }

  /** All has been well for a while: limits are what this machine was seen to need. */
  settle(): void {
    this.#stretch = 1;
    this.#become(this.#needed);
  }

  get #needed(): number {
    return margin * Math.max(0, ...this.#took.values());
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
