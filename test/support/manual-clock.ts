import { type Clock, systemClock } from '../../src/main/ground/clock.ts';

export interface ManualClockOptions {
  /** The initial wall time. */
  readonly at?: number | string;
  /** Every wait ends at once, and its time has passed. */
  readonly skipsWaits?: boolean;
  /** Shorter waits are real, and monotonic time passes too; the wall clock stands still. */
  readonly realBelowMs?: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** The clock of all tests: time passes only on command. */
export class ManualClock implements Clock {
  readonly #skipsWaits: boolean;
  readonly #realBelowMs: number;
  #wall: number;
  /** The time passed by command. */
  #elapsed = 0;
  /** The total suspended time. */
  #asleep = 0;
  #timers: readonly Timer[] = [];

  constructor({ at = '2026-01-01T00:00:00Z', skipsWaits = false, realBelowMs = 0 }: ManualClockOptions = {}) {
    this.#wall = new Date(at).getTime();
    this.#skipsWaits = skipsWaits;
    this.#realBelowMs = realBelowMs;
  }

  now(): number {
    // In whole milliseconds, like a real clock.
    return Math.round(this.#wall);
  }

  monotonic(): number {
    return this.#elapsed + (this.#realBelowMs > 0 ? systemClock.monotonic() : 0);
  }

  sinceBoot(): number {
    return this.monotonic() + this.#asleep;
  }

  after(ms: number, callback: () => void): () => void {
    if (this.#skipsWaits) {
      this.#move(ms);
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    if (ms < this.#realBelowMs) return systemClock.after(ms, callback);
    const timer = { due: this.#elapsed + ms, callback };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** The remaining waits, in order of their start. */
  get waits(): readonly number[] {
    return this.#timers.map(({ due }) => due - this.#elapsed);
  }

  /** Every timer fires at its own time. */
  pass(ms: number): void {
    const end = this.#elapsed + ms;
    let steps = 0;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      if (++steps > 100_000) throw new Error('each wait that is over leads to the next one, in a tight loop');
      this.#fire(next);
    }
    // A callback may have frozen.
    this.#move(Math.max(0, end - this.#elapsed));
  }

  /** As `pass`, but settles the effects of each timer before the next one fires. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await turnOfTheLoop();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#fire(next);
      await turnOfTheLoop();
    }
    this.#move(end - this.#elapsed);
  }

  /** Simulates a stalled process: its timers are late afterwards. */
  freeze(ms: number): void {
    this.#move(ms);
  }

  /** Suspends the machine: timers and the monotonic clock stand still. */
  suspend(ms: number): void {
    this.#wall += ms;
    this.#asleep += ms;
  }

  /** Sets the wall clock. No other time passes. */
  set(at: number | string): void {
    this.#wall = new Date(at).getTime();
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
  }

  #fire(timer: Timer): void {
    this.#move(Math.max(0, timer.due - this.#elapsed));
    this.#timers = this.#timers.filter((other) => other !== timer);
    timer.callback();
  }

  #move(ms: number): void {
    this.#elapsed += ms;
    this.#wall += ms;
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
