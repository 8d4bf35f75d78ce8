import type { Clock } from '../clock.ts';

/** A group of this size is worth a flush, and none waits longer for it than this. */
const groupParts = 512;
const groupBytes = 64 * 1024 * 1024;
const longestMs = 500;
/** Towards the end groups get smaller, so that the last flush of all, which everybody waits for, is a short one. */
const timesWhatIsLeft = 3;

/**
 * Lets small finished downloads wait for each other, so that they share their flushes: every flush of the journal
 * holds up whoever makes new files meanwhile.
 */
export class Harvest {
  readonly #clock: Clock;
  #waiting: (() => void)[] = [];
  #bytes = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the group that this part belongs to is to be put into the store. */
  ripe(bytes: number): Promise<void> {
    if (this.#waiting.length === 0) this.#cancel = this.#clock.after(longestMs, () => this.now());
    this.#bytes += bytes;
    const ripe = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#waiting.length >= groupParts || this.#bytes >= groupBytes) this.now();
    return ripe;
  }

  /** So many downloads are still to come. */
  left(downloads: number): void {
    if (this.#waiting.length >= downloads * timesWhatIsLeft) this.now();
  }

  /** Nobody waits any longer. */
  now(): void {
    this.#cancel();
    this.#bytes = 0;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
