import type { Clock } from '../ground/clock.ts';

/** Those who wait until something is so. */
export class Waiting {
  readonly #clock: Clock;
  readonly #looks = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when `isSo`, after `longestMs` at the latest. */
  async until(isSo: () => boolean, longestMs: number): Promise<void> {
    if (isSo()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (isSo()) resolve();
    };
    const cancel = this.#clock.after(longestMs, resolve);
    this.#looks.add(look);
    await promise;
    cancel();
    this.#looks.delete(look);
  }

  look(): void {
    for (const look of this.#looks) look();
  }
}
