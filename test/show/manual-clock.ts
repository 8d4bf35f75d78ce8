import type { Clock } from '../../src/main/clock.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Time that moves when it is told to. */
export class ManualClock implements Clock {
  /** An arbitrary instant: 2026-01-01T00:00:00Z. */
  readonly epoch = 1_767_225_600_000;
  #elapsed = 0;
  #timers: readonly Timer[] = [];

  now(): number {
    return this.epoch + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { due: this.#elapsed + ms, callback };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Every timer fires at its own time; what follows from it has happened before the next one does. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#elapsed = Math.max(this.#elapsed, next.due);
      this.#fire(next);
      await settled();
    }
    this.#elapsed = end;
  }

  /** The whole process stands still meanwhile: timers are late afterwards. */
  freeze(ms: number): void {
    this.#elapsed += ms;
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
  }

  #fire(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    timer.callback();
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
