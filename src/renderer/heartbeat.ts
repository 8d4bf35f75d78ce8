import type { FromScreen } from '../shared/messages.ts';

export type HeartbeatFacts = Pick<
  Extract<FromScreen, { type: 'heartbeat' }>,
  'droppedFrames' | 'programmeId' | 'cueId' | 'remainingMs' | 'zones'
>;

/**
 * Counts painted frames between heartbeats with requestAnimationFrame; zero means that nothing reaches the display.
 * Each heartbeat requests a single frame: requesting every frame would keep the whole pipeline running, and a still
 * picture would cost as much as a video.
 */
export class FrameCounter {
  #sinceBeat = 0;
  #rate = 0;
  #isRequested = false;
  #countsAll = false;

  /** Frames in the second before the last heartbeat. */
  get rate(): number {
    return this.#rate;
  }

  /** Requests and counts every frame while the overlay is open. */
  countAll(wanted: boolean): void {
    this.#countsAll = wanted;
    if (wanted) this.#requestFrame();
  }

  take(): number {
    const frames = this.#sinceBeat;
    this.#rate = frames;
    this.#sinceBeat = 0;
    this.#requestFrame();
    return frames;
  }

  #requestFrame(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame(() => {
      this.#isRequested = false;
      this.#sinceBeat += 1;
      if (this.#countsAll) this.#requestFrame();
    });
  }
}

const beatMs = 1_000;
/** Beats are halved while nothing moves; main still detects a frozen stage within 5 s. */
const restingBeatMs = 2_000;
/** Beats are rare while the stage is empty, for example all night. */
const sleepingBeatMs = 8_000;
/** After this many beats with the same picture, or with none, the slower interval applies. */
const beatsToRest = 10;

export interface Heart {
  /** An item is about to appear: a sleeping heart beats at once. */
  wake(): void;
  /** Beats now, and again a second later. */
  beat(): void;
}

export function startHeartbeat(
  send: (message: FromScreen) => void,
  frames: FrameCounter,
  news: () => HeartbeatFacts,
  isStill: () => boolean,
): Heart {
  let stillBeats = 0;
  let before: string | null = null;
  let sleeps = false;
  let timer = 0;
  const beat = (): void => {
    const { cueId, ...others } = news();
    stillBeats = cueId === before && isStill() ? stillBeats + 1 : 0;
    before = cueId;
    const rests = stillBeats > beatsToRest;
    sleeps = rests && cueId === null;
    send({ type: 'heartbeat', mono: performance.now(), frames: frames.take(), cueId, sleeps, ...others });
    timer = window.setTimeout(beat, sleeps ? sleepingBeatMs : rests ? restingBeatMs : beatMs);
  };
  const beatNow = (): void => {
    window.clearTimeout(timer);
    beat();
  };
  beat();
  return {
    wake() {
      stillBeats = 0;
      if (sleeps) beatNow();
    },
    beat: beatNow,
  };
}
