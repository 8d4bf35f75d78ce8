/** For how long a display was there and wanted on: a screen that is black by plan proves nothing of a release. */
export class LitTime {
  #ms = 0;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Asked every few seconds; instants are those of the steady clock. */
  look(isLit: boolean, now: number): number {
    if (isLit) this.#ms += now - this.#at;
    this.#at = now;
    return this.#ms;
  }
}
