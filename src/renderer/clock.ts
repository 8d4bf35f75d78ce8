/** The clock is injected so that tests control time. */
export interface PlayerClock {
  /** Monotonic milliseconds, the time base of everything on screen. */
  mono(): number;
  /** Epoch milliseconds by main's clock. */
  epoch(): number;
  /** Converts an instant of main's clock to the steady clock. */
  monoAt(epochMs: number): number;
  /** Calls back once; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}

/** Converts a steady instant to main's clock. */
export function epochAt(clock: PlayerClock, mono: number): number {
  return mono + clock.epoch() - clock.mono();
}

/** Browsers fire a timer with a longer delay at once. */
const longestTimer = 2 ** 31 - 1;

export function after(ms: number, callback: () => void): () => void {
  let left = Math.max(0, ms);
  let timer = 0;
  const arm = (): void => {
    const step = Math.min(left, longestTimer);
    left -= step;
    timer = window.setTimeout(() => (left > 0 ? arm() : callback()), step);
  };
  arm();
  return () => window.clearTimeout(timer);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    after(ms, resolve);
  });
}

interface Sample {
  readonly offset: number;
  /** The offset is exact to within half of this. */
  readonly roundTrip: number;
}

/** The initial guess has the weight of an echo with this round trip. */
const guessRoundTrip = 10;
/** A smaller change is drift or a measuring error; a larger one means the clock was set. */
const driftMs = 20;
const keptSamples = 16;

/**
 * Tracks the offset between main's clock and the steady clock. It never reads this process's wall clock: the offset
 * comes from heartbeat echoes, and the echo with the shortest round trip is the most exact.
 */
export class OffsetClock {
  #samples: readonly Sample[];
  #offset: number;

  /** `firstOffset` is more exact than the first echoes, which are slow while everything starts. */
  constructor(firstOffset: number) {
    this.#offset = firstOffset;
    this.#samples = [{ offset: firstOffset, roundTrip: guessRoundTrip }];
  }

  get offset(): number {
    return this.#offset;
  }

  /** Takes the answer to a heartbeat. Returns true if main's clock was set. */
  learn(sentMono: number, receivedMono: number, epochMs: number): boolean {
    const roundTrip = receivedMono - sentMono;
    // The echo belongs to a heartbeat of the previous stage.
    if (roundTrip < 0) return false;
    const sample = { offset: epochMs - (sentMono + receivedMono) / 2, roundTrip };
    // After main's clock was set, older samples are wrong.
    const fits = this.#samples.filter(
      (old) => Math.abs(old.offset - sample.offset) <= (old.roundTrip + roundTrip) / 2 + driftMs,
    );
    this.#samples = [...fits, sample].slice(-keptSamples);
    const best = this.#samples.reduce((one, other) => (other.roundTrip <= one.roundTrip ? other : one));
    const movedMs = Math.abs(best.offset - this.#offset);
    this.#offset = best.offset;
    return movedMs > driftMs;
  }
}

export class StageClock implements PlayerClock {
  readonly #offset = new OffsetClock(performance.timeOrigin);

  /** Main's clock minus this process's clock at its start. */
  get skew(): number {
    return this.#offset.offset - performance.timeOrigin;
  }

  mono(): number {
    return performance.now();
  }

  epoch(): number {
    return performance.now() + this.#offset.offset;
  }

  monoAt(epochMs: number): number {
    return epochMs - this.#offset.offset;
  }

  after(ms: number, callback: () => void): () => void {
    return after(ms, callback);
  }

  learn(echo: number, epochMs: number): boolean {
    return this.#offset.learn(echo, performance.now(), epochMs);
  }
}
