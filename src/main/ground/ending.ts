import { startAgain } from './exit-code.ts';

/** The end of the player: the first requested exit code counts. */
export class Ending {
  readonly #requested = Promise.withResolvers<number>();

  constructor(signal: AbortSignal) {
    if (signal.aborted) this.end();
    signal.addEventListener('abort', () => this.end(), { once: true });
  }

  get code(): Promise<number> {
    return this.#requested.promise;
  }

  end(): void {
    this.#requested.resolve(0);
  }

  restart(): void {
    this.#requested.resolve(startAgain);
  }

  /** A request to end during the start does not wait for the start. */
  unlessRequested<Result>(work: Promise<Result>): Promise<Result | number> {
    return Promise.race([work, this.code]);
  }
}
