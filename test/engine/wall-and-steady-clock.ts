import type { Clock } from '../../src/main/clock.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** Time that passes when told to. The wall clock can be set, as by a person, and the steady one goes on. */
export class WallAndSteadyClock implements Clock {
  #wall: number;
  #steady = 1000;
  #timers: readonly Timer[] = [];

  constructor(wall: string) {
    this.#wall = Date.parse(wall);
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#steady;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { due: this.#steady + ms, callback };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  get timers(): number {
    return this.#timers.length;
  }

  set(wall: string): void {
    this.#wall = Date.parse(wall);
  }

  pass(ms: number): void {
    const end = this.#steady + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#advance(Math.max(next.due, this.#steady));
      this.#timers = this.#timers.filter((other) => other !== next);
      next.callback();
    }
    this.#advance(end);
  }

  #advance(steady: number): void {
    this.#wall += steady - this.#steady;
    this.#steady = steady;
  }

  #next(end: number): Timer | undefined {
    return this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}
