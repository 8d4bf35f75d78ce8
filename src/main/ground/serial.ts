/** Runs one task at a time, in order. A failed task does not stop the next one. */
export class Serial {
  readonly #heldUpBy: (work: Promise<unknown>) => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();

  /** `heldUpBy`: how long a task may delay the next one; by default until it ends. */
  constructor(heldUpBy: (work: Promise<unknown>) => Promise<unknown> = (work) => work) {
    this.#heldUpBy = heldUpBy;
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = this.#last.then(() => this.#heldUpBy(result)).catch(() => undefined);
    // A separate promise for the caller: an unhandled failure is still reported as unhandled.
    return result.then((value) => value);
  }

  /** Resolves when all tasks so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
