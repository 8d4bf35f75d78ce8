import type { Clock } from '../ground/clock.ts';

export interface PaceLimits {
  /** From the request to the head of its answer. */
  readonly answerMs: number;
  /** Without a single byte. */
  readonly silenceMs: number;
  /** Minimum rate over a whole window: a trickle of single bytes never trips the silence timer. */
  readonly floorBytesPerSecond: number;
  readonly floorWindowMs: number;
}

export type PaceFault = 'no-answer' | 'silent' | 'too-slow';

/**
 * Reports when a request gets no answer, or when a body is silent or slower than the floor. Time during which we hold it
 * back (the bandwidth limit, a slow disk) does not count. It starts held.
 */
export class PaceGuard {
  readonly #clock: Clock;
  readonly #limits: PaceLimits;
  readonly #report: (fault: PaceFault) => void;
  /** Set while the head of the answer is pending. */
  #requestedAt: number | null = null;
  #heldSince: number | null;
  #bytes = 0;
  #lastByteAt: number;
  #windowFrom: number;
  #windowBytes = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, limits: PaceLimits, report: (fault: PaceFault) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#report = report;
    this.#lastByteAt = clock.monotonic();
    this.#windowFrom = this.#lastByteAt;
    this.#heldSince = this.#lastByteAt;
    this.#watch();
  }

  awaitAnswer(): void {
    this.#requestedAt = this.#clock.monotonic();
  }

  answered(): void {
    this.#requestedAt = null;
  }

  /** Counts transferred bytes. Called for every chunk, so it only adds. */
  moved(bytes: number): void {
    this.#bytes += bytes;
  }

  hold(): void {
    this.#heldSince ??= this.#clock.monotonic();
  }

  release(): void {
    if (this.#heldSince === null) return;
    const held = this.#clock.monotonic() - this.#heldSince;
    this.#heldSince = null;
    this.#lastByteAt += held;
    this.#windowFrom += held;
  }

  end(): void {
    this.#cancel();
  }

  #watch(): void {
    const { answerMs, silenceMs, floorWindowMs } = this.#limits;
    this.#cancel = this.#clock.after(Math.min(answerMs, silenceMs, floorWindowMs) / 4, () => {
      const fault = this.#fault(this.#clock.monotonic());
      if (fault === null) this.#watch();
      else this.#report(fault);
    });
  }

  #fault(now: number): PaceFault | null {
    if (this.#requestedAt !== null && now - this.#requestedAt >= this.#limits.answerMs) return 'no-answer';
    return this.#heldSince === null ? this.#faultOfBody(now) : null;
  }

  #faultOfBody(now: number): PaceFault | null {
    const { silenceMs, floorWindowMs, floorBytesPerSecond } = this.#limits;
    if (this.#bytes > 0) this.#lastByteAt = now;
    this.#windowBytes += this.#bytes;
    this.#bytes = 0;
    if (now - this.#lastByteAt >= silenceMs) return 'silent';
    const windowMs = now - this.#windowFrom;
    if (windowMs < floorWindowMs) return null;
    if ((this.#windowBytes * 1000) / windowMs < floorBytesPerSecond) return 'too-slow';
    this.#windowFrom = now;
    this.#windowBytes = 0;
    return null;
  }
}
