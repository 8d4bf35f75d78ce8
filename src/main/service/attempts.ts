import type { Clock } from '../ground/clock.ts';
import { KeptFile, type KeptFileNeeds } from '../ground/kept-file.ts';

/** Typing errors are free; from then on each wrong PIN doubles the wait. */
const freeTries = 5;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
const mostCounted = 1_000;

/**
 * Limits the attempts at the PIN. The count survives a restart, and the wait begins anew with it: switching the machine off
 * and on gives no further attempt, whatever its clock says.
 */
export class PinAttempts {
  readonly #clock: Clock;
  readonly #file: KeptFile<number>;
  /** Monotonic time. */
  #until: number;

  constructor(dataDir: string, needs: KeptFileNeeds) {
    this.#clock = needs.clock;
    this.#file = new KeptFile(dataDir, 'service-pin.json', parseCount, needs);
    this.#until = this.#clock.monotonic() + waitOf(this.#file.value);
  }

  /** Until the next attempt; 0: it is allowed now. */
  get waitMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }

  wrong(): void {
    const count = Math.min(this.#file.value + 1, mostCounted);
    this.#file.keep(count);
    this.#until = this.#clock.monotonic() + waitOf(count);
  }

  right(): void {
    if (this.#file.value > 0) this.#file.keep(0);
    this.#until = 0;
  }

  settled(): Promise<boolean> {
    return this.#file.settled();
  }
}

function waitOf(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs);
}

/** Whoever can write this file can also read the PIN. */
const parseCount = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, mostCounted) : 0;
