import type { FromScreen } from '../shared/messages.ts';

export type HeartbeatNews = Pick<
  Extract<FromScreen, { type: 'heartbeat' }>,
  'droppedFrames' | 'programmeId' | 'cueId' | 'remainingMs'
>;

/**
 * Frames painted since the last heartbeat, as told by requestAnimationFrame: zero when nothing reaches the display. Each
 * heartbeat asks for one frame, which is proof enough: to ask for every frame would keep the whole pipeline running, and
 * a still picture would cost as much as a video.
 */
export class FrameCounter {
  #sinceBeat = 0;
  #rate = 0;
  #isAsked = false;
  #countsAll = false;

  /** Frames in the second before the last heartbeat. */
  get rate(): number {
    return this.#rate;
  }

  /** While somebody looks at the overlay every frame is asked for and counted. */
  countAll(wanted: boolean): void {
    this.#countsAll = wanted;
    if (wanted) this.#ask();
  }

  take(): number {
    const frames = this.#sinceBeat;
    this.#rate = frames;
    this.#sinceBeat = 0;
    this.#ask();
    return frames;
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#sinceBeat += 1;
      if (this.#countsAll) this.#ask();
    });
  }
}

const beatMs = 1_000;
/** Where nothing moves nothing has to be in time: half as many beats do, and still tell a frozen stage within 5 s. */
const restingBeatMs = 2_000;
/** With nothing on the stage, all night long, there is nothing that could be missed: it sleeps. */
const sleepingBeatMs = 8_000;
/** So many beats with the same picture on the stage, or with nothing: it rests. */
const beatsToRest = 10;

export interface Heart {
  /** Something is about to be seen: a heart that sleeps beats at once. */
  wake(): void;
  /** Beats now, and a second later again. */
  beat(): void;
}

export function startHeartbeat(
  send: (message: FromScreen) => void,
  frames: FrameCounter,
  news: () => HeartbeatNews,
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
