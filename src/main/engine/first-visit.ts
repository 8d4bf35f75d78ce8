import type { Clock } from '../ground/clock.ts';

/** The first visit waits until the stored show is seen, but no longer than this. */
const longestUnseenMs = 4_000;
/** An item that began is on the display by then. */
const seenMs = 500;

/** Delays the first visit to the CMS: until the show is seen, the start needs the whole machine. */
export class FirstVisit {
  readonly #clock: Clock;
  readonly #begin: () => void;
  #isDue = false;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, begin: () => void) {
    this.#clock = clock;
    this.#begin = begin;
  }

  /** Without a show the visit is not delayed. */
  plan(hasShow: boolean): void {
    this.#isDue = true;
    if (hasShow) this.#in(longestUnseenMs);
    else this.#visit();
  }

  /** An item began; only the first one matters. */
  shown(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#in(seenMs);
  }

  stop(): void {
    this.#isDue = false;
    this.#cancel();
  }

  #in(ms: number): void {
    this.#cancel();
    this.#cancel = this.#clock.after(ms, () => this.#visit());
  }

  #visit(): void {
    this.stop();
    this.#begin();
  }
}
