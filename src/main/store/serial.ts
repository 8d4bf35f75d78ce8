/** Does one piece of work at a time, in the order asked. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all work that was asked for so far is over. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
