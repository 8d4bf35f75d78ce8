import type { Clock } from '../../../src/main/clock.ts';

/** Time that passes only when a test says so. */
export class ManualClock implements Clock {
  #now = 0;
  #waiting: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#now + ms, callback };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  get timers(): number {
    return this.#waiting.length;
  }

  pass(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter((entry) => entry.at <= this.#now);
    this.#waiting = this.#waiting.filter((entry) => entry.at > this.#now);
    for (const { callback } of due) callback();
  }
}
