import type { Clock } from '../ground/clock.ts';

interface HoldToBeginNeeds {
  readonly clock: Clock;
  /** Whole seconds left; null: the key was released. */
  countDown(seconds: number | null): void;
  begin(): void;
}

const holdSeconds = 5;
/** A repeating key is released for a moment. */
const repeatMs = 150;

/** Setup begins after a key was held for five seconds, with a count-down against accidents. */
export class HoldToBegin {
  readonly #needs: HoldToBeginNeeds;
  #left: number | null = null;
  #cancelTick: () => void = () => undefined;
  #cancelEnd: () => void = () => undefined;

  constructor(needs: HoldToBeginNeeds) {
    this.#needs = needs;
  }

  heard(isDown: boolean): void {
    this.#cancelEnd();
    if (!isDown) this.#cancelEnd = this.#needs.clock.after(repeatMs, () => this.letGo());
    else if (this.#left === null) this.#count(holdSeconds);
  }

  letGo(): void {
    this.#cancelEnd();
    this.#cancelTick();
    if (this.#left === null) return;
    this.#left = null;
    this.#needs.countDown(null);
  }

  #count(left: number): void {
    const { clock, countDown, begin } = this.#needs;
    this.#left = left;
    if (left > 0) {
      countDown(left);
      this.#cancelTick = clock.after(1_000, () => this.#count(left - 1));
      return;
    }
    this.letGo();
    begin();
  }
}
