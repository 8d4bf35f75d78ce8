/** Most playlists complete a pass in this time, so that their slowest item has been painted. */
const windowMs = 10 * 60_000;

/** The longest gap between painted frames of the last ten to twenty minutes, as a fraction of the usual limit. */
export class FrameGaps {
  #since: number;
  #longest = 0;
  /** The longest of the window before; null: the stage is too fresh to be judged by its gaps. */
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
