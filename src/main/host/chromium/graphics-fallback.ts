import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { type Backoff, doubledMs } from '../../ground/retry.ts';

/** After this many ends within this time, the browser is started without the graphics card. */
const mostEnds = 3;
const endsWithinMs = 60_000;
const hourMs = 3_600_000;
/** Time without the card, growing with each repetition: the cause may have passed, and videos may not play smoothly in software. */
const rest: Backoff = { firstMs: hourMs, mostMs: 24 * hourMs };
/** After this long without such ends the time starts from the first value again. */
const wellMs = 24 * hourMs;

/** Counts unexpected ends of the browser. */
export class GraphicsFallback {
  readonly #clock: Clock;
  readonly #log: Log;
  /** Monotonic instants. */
  #ends: readonly number[] = [];
  #untilMs = Number.NEGATIVE_INFINITY;
  /** In a row. */
  #rests = 0;
  readonly #onOver: () => void;
  #cancel: () => void = () => undefined;

  /** `onOver`: the card may be tried again, which takes a fresh browser. */
  constructor(clock: Clock, log: Log, onOver: () => void) {
    this.#clock = clock;
    this.#log = log;
    this.#onOver = onOver;
  }

  /** For a browser that starts now; one that runs keeps its own. */
  get flags(): readonly string[] {
    return this.#isOn ? ['--disable-gpu'] : [];
  }

  /** `words`: the last lines that the browser wrote. */
  ended(words: string): void {
    const now = this.#clock.monotonic();
    this.#log.warn('The browser ended', { words: words.trim().split('\n').at(-1) ?? '' });
    this.#ends = [...this.#ends.filter((end) => now - end < endsWithinMs), now];
    if (this.#ends.length < mostEnds || this.#isOn) return;
    if (now - this.#untilMs >= wellMs) this.#rests = 0;
    const ms = doubledMs(this.#rests++, rest);
    this.#untilMs = now + ms;
    this.#ends = [];
    this.#cancel = this.#clock.after(ms, this.#onOver);
    this.#log.warn('The browser keeps ending: it continues without the graphics card', {
      hours: ms / hourMs,
    });
  }

  stop(): void {
    this.#cancel();
  }

  get #isOn(): boolean {
    return this.#clock.monotonic() < this.#untilMs;
  }
}
