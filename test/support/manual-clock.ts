import { type Clock, systemClock } from '../../src/main/ground/clock.ts';

export interface ManualClockOptions {
  /** What the wall clock shows first. */
  readonly at?: number | string;
  /** Every wait is over at once, and its time has passed. */
  readonly skipsWaits?: boolean;
  /** Waits shorter than this are real ones, and steady time passes by itself too; the wall clock stands still. */
  readonly realBelowMs?: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** The clock of all tests: its time passes when told to. */
export class ManualClock implements Clock {
  readonly #skipsWaits: boolean;
  readonly #realBelowMs: number;
  #wall: number;
  /** What was told to pass. */
  #elapsed = 0;
  /** The machine was suspended for so long. */
  #asleep = 0;
  #timers: readonly Timer[] = [];

  constructor({ at = '2026-01-01T00:00:00Z', skipsWaits = false, realBelowMs = 0 }: ManualClockOptions = {}) {
    this.#wall = new Date(at).getTime();
    this.#skipsWaits = skipsWaits;
    this.#realBelowMs = realBelowMs;
  }

  now(): number {
    // In whole milliseconds, as a real one.
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

  /** How long each that waits has still to wait, in the order in which they began to. */
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
    this.#move(end - this.#elapsed);
  }

  /** As `pass`; what follows from a timer has happened before the next one fires. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await turnOfTheLoop();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#fire(next);
      await turnOfTheLoop();
    }
    this.#move(end - this.#elapsed);
  }

  /** The whole process stands still meanwhile: its timers are late afterwards. */
  freeze(ms: number): void {
    this.#move(ms);
  }

  /** The machine is suspended for so long: timers and the steady clock stand still. */
  suspend(ms: number): void {
    this.#wall += ms;
    this.#asleep += ms;
  }

  /** Somebody sets the wall clock. No other time passes. */
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
