/** Time as the player sees it; handed in, so that tests make it pass. */
export interface PlayerClock {
  /** Steady milliseconds, the time base of everything on screen. */
  mono(): number;
  /** Epoch milliseconds by main's clock. */
  epoch(): number;
  /** When main's clock shows that instant, on the steady clock. */
  monoAt(epochMs: number): number;
  /** Calls back once; the function returned cancels. */
  after(ms: number, callback: () => void): () => void;
}

/** That instant of the steady clock, on main's. */
export function epochAt(clock: PlayerClock, mono: number): number {
  return mono + clock.epoch() - clock.mono();
}

/** setTimeout fires at once when given more than 2^31-1. */
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
  /** The offset is known to within half of it. */
  readonly roundTrip: number;
}

/** The clock of this process when it began is the machine's, as main's is, unless that was set meanwhile. */
const guessRoundTrip = 10;

/**
 * Main's clock as offset to the steady clock. The wall clock of this process is never read: the offset comes from
 * echoes, and of these the one with the smallest round trip tells most.
 */
export class OffsetClock {
  #samples: readonly Sample[];
  #offset: number;

  /** `firstOffset` is a good guess: the first echoes come while everything starts at once, and are slow. */
  constructor(firstOffset: number) {
    this.#offset = firstOffset;
    this.#samples = [{ offset: firstOffset, roundTrip: guessRoundTrip }];
  }

  get offset(): number {
    return this.#offset;
  }

  /** Takes an answer to a heartbeat and returns by how much the clock moved. */
  learn(sentMono: number, receivedMono: number, epochMs: number): number {
    const roundTrip = receivedMono - sentMono;
    if (roundTrip < 0) return 0;
    const sample = { offset: epochMs - (sentMono + receivedMono) / 2, roundTrip };
    // Main's clock was set: what the older echoes say cannot be true any more.
    const fits = this.#samples.filter(
      (old) => Math.abs(old.offset - sample.offset) <= (old.roundTrip + roundTrip) / 2 + 20,
    );
    this.#samples = [...fits, sample].slice(-16);
    const best = this.#samples.reduce((one, other) => (other.roundTrip <= one.roundTrip ? other : one));
    const moved = best.offset - this.#offset;
    this.#offset = best.offset;
    return moved;
  }
}

export class StageClock implements PlayerClock {
  readonly #offset = new OffsetClock(performance.timeOrigin);

  /** Main's clock minus the one that this process began with. */
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

  learn(echo: number, epochMs: number): number {
    return this.#offset.learn(echo, performance.now(), epochMs);
  }
}
