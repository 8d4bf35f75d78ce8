import type { Clock } from '../ground/clock.ts';

/** A show that is here is not disturbed before it is seen, but the CMS does not wait for longer than this. */
const longestUnseenMs = 4_000;
/** What is begun on the stage is on the display by then. */
const seenMs = 500;

/** When the CMS is visited first: a start has the machine for itself until the show is seen. */
export class FirstVisit {
  readonly #clock: Clock;
  readonly #begin: () => void;
  #isDue = false;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, begin: () => void) {
    this.#clock = clock;
    this.#begin = begin;
  }

  /** Without a show there is nothing to wait for. */
  plan(hasShow: boolean): void {
    this.#isDue = true;
    if (hasShow) this.#in(longestUnseenMs);
    else this.#visit();
  }

  /** An item began. Only the first one matters. */
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
