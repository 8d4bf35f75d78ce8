/** In so long most playlists come round, so that their slowest item has been painted. */
const windowMs = 10 * 60_000;

/** The longest gap between painted frames of a stage, of the last ten to twenty minutes. Gaps are parts of their usual limit. */
export class FrameGaps {
  #since: number;
  #longest = 0;
  /** Of the window before; null: the stage is too fresh to be judged by its gaps. */
  #before: number | null = null;

  constructor(now: number) {
    this.#since = now;
  }

  add(gap: number, now: number): void {
    if (now - this.#since >= windowMs) {
      this.#before = this.#longest;
      this.#longest = 0;
      this.#since = now;
    }
    this.#longest = Math.max(this.#longest, gap);
  }

  get longest(): number | null {
    return this.#before === null ? null : Math.max(this.#before, this.#longest);
  }
}
