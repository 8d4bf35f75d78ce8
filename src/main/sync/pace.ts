import type { Clock } from '../clock.ts';
import type { VitrineError } from '../errors.ts';
import { interrupted } from './failures.ts';
import type { Limits } from './limits.ts';

/**
 * Cuts an attempt that gets no answer, has gone silent, or trickles below the floor. Time in which we ourselves hold it
 * back (the bandwidth limit, a slow disk) does not count. It begins held.
 */
export class PaceGuard {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #cut: (reason: VitrineError) => void;
  /** While an answer is waited for. */
  #askedAt: number | null = null;
  #heldSince: number | null;
  #bytes = 0;
  #lastByteAt: number;
  #windowFrom: number;
  #windowBytes = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, limits: Limits, cut: (reason: VitrineError) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#cut = cut;
    this.#lastByteAt = clock.monotonic();
    this.#windowFrom = this.#lastByteAt;
    this.#heldSince = this.#lastByteAt;
    this.#watch();
  }

  asks(): void {
    this.#askedAt = this.#clock.monotonic();
  }

  answered(): void {
    this.#askedAt = null;
  }

  /** Bytes have come. Cheap: it is called for every chunk. */
  came(bytes: number): void {
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
    const { silenceMs, floorWindowMs } = this.#limits;
    this.#cancel = this.#clock.after(Math.min(silenceMs, floorWindowMs, this.#patienceMs) / 4, () => {
      const now = this.#clock.monotonic();
      const reason = this.#withoutAnswer(now) ?? (this.#heldSince === null ? this.#judge(now) : null);
      if (reason === null) this.#watch();
      else this.#cut(reason);
    });
  }

  /** One bound for name, connection and the head of the answer. */
  get #patienceMs(): number {
    return this.#limits.connectMs + this.#limits.answerMs;
  }

  #withoutAnswer(now: number): VitrineError | null {
    if (this.#askedAt === null || now - this.#askedAt < this.#patienceMs) return null;
    const seconds = Math.round(this.#patienceMs / 1000);
    return interrupted('media-no-answer', `The server did not answer within ${seconds} s.`);
  }

  #judge(now: number): VitrineError | null {
    const { silenceMs, floorWindowMs, floorBytesPerSecond } = this.#limits;
    if (this.#bytes > 0) this.#lastByteAt = now;
    this.#windowBytes += this.#bytes;
    this.#bytes = 0;
    if (now - this.#lastByteAt >= silenceMs) {
      return interrupted('media-silent', 'The download went silent.');
    }
    const windowMs = now - this.#windowFrom;
    if (windowMs < floorWindowMs) return null;
    if ((this.#windowBytes * 1000) / windowMs < floorBytesPerSecond) {
      return interrupted(
        'media-too-slow',
        `The download came slower than ${floorBytesPerSecond} bytes per second.`,
      );
    }
    this.#windowFrom = now;
    this.#windowBytes = 0;
    return null;
  }
}
