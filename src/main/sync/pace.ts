import type { Clock } from '../clock.ts';
import type { VitrineError } from '../errors.ts';
import { interrupted } from './failures.ts';
import type { Limits } from './settings.ts';

/**
 * Cuts a download that has gone silent, or that trickles below the floor. Time in which we ourselves hold it back
 * (the bandwidth limit, a slow disk) does not count.
 */
export class PaceGuard {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #cut: (reason: VitrineError) => void;
  #heldSince: number | null = null;
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
    this.#watch();
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
    const every = Math.min(this.#limits.silenceMs, this.#limits.floorWindowMs) / 4;
    this.#cancel = this.#clock.after(every, () => {
      const reason = this.#heldSince === null ? this.#judge(this.#clock.monotonic()) : null;
      if (reason === null) this.#watch();
      else this.#cut(reason);
    });
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
