import { startAgain } from './exit-code.ts';

/** The end of the player: the first exit code that somebody requests. */
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

  /** A player that is asked to end while it starts does not wait for its start. */
  unlessRequested<Result>(work: Promise<Result>): Promise<Result | number> {
    return Promise.race([work, this.code]);
  }
}
