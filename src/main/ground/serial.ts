/** Does one piece of work at a time, in the order asked. The next one begins however the one before it ended. */
export class Serial {
  readonly #heldUpBy: (work: Promise<unknown>) => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();

  /** `heldUpBy`: for how long one piece of work keeps the next one waiting; left out, until it has ended. */
  constructor(heldUpBy: (work: Promise<unknown>) => Promise<unknown> = (work) => work) {
    this.#heldUpBy = heldUpBy;
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = this.#last.then(() => this.#heldUpBy(result)).catch(() => undefined);
    // A promise of the caller's own: a failure that nobody hears is still told as one that nobody handled.
    return result.then((value) => value);
  }

  /** Resolves when all work that was asked for so far is over. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
