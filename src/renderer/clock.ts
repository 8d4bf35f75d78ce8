/** Time as the player sees it. Handed in, so that tests make it pass. */
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

/** An instant of the steady clock, on main's. */
export function epochAt(clock: PlayerClock, mono: number): number {
  return mono + clock.epoch() - clock.mono();
}

/** A timer that is given more than this fires at once. */
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

/** The first guess counts as much as an echo that took so long. */
const guessRoundTrip = 10;
/** A clock that moves by less than this has drifted, or was measured badly; one that moves by more was set. */
const driftMs = 20;
const keptSamples = 16;

/**
 * Main's clock, as its offset to the steady clock. The wall clock of this process is never read: the offset comes from
 * echoes, and the echo with the smallest round trip tells most.
 */
export class OffsetClock {
  #samples: readonly Sample[];
  #offset: number;

  /** `firstOffset` is a good guess, and better than the first echoes: these are slow, for everything starts at once. */
  constructor(firstOffset: number) {
    this.#offset = firstOffset;
    this.#samples = [{ offset: firstOffset, roundTrip: guessRoundTrip }];
  }

  get offset(): number {
    return this.#offset;
  }

  /** Takes an answer to a heartbeat. True: main's clock was set. */
  learn(sentMono: number, receivedMono: number, epochMs: number): boolean {
    const roundTrip = receivedMono - sentMono;
    // The echo of a heartbeat of the stage that was here before.
    if (roundTrip < 0) return false;
    const sample = { offset: epochMs - (sentMono + receivedMono) / 2, roundTrip };
    // When main's clock was set, what older echoes say cannot be true any more.
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

  learn(echo: number, epochMs: number): boolean {
    return this.#offset.learn(echo, performance.now(), epochMs);
  }
}
