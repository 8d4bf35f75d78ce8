/** One at a time, in the order asked: what moves files and rows together never meets another that does. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything asked so far is over. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
