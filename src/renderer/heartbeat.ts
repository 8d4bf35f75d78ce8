import type { FromScreen } from '../shared/messages.ts';

export type HeartbeatNews = Pick<
  Extract<FromScreen, { type: 'heartbeat' }>,
  'droppedFrames' | 'programmeId' | 'cueId'
>;

/** Frames painted in the last second, as told by requestAnimationFrame: zero when nothing reaches the display. */
export class FrameCounter {
  #sinceBeat = 0;
  #rate = 0;

  constructor() {
    const count = (): void => {
      this.#sinceBeat += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }

  /** Frames in the second before the last heartbeat. */
  get rate(): number {
    return this.#rate;
  }

  take(): number {
    const frames = this.#sinceBeat;
    this.#rate = frames;
    this.#sinceBeat = 0;
    return frames;
  }
}

export function startHeartbeat(
  send: (message: FromScreen) => void,
  frames: FrameCounter,
  news: () => HeartbeatNews,
): void {
  const beat = (): void =>
    send({ type: 'heartbeat', mono: performance.now(), frames: frames.take(), ...news() });
  beat();
  window.setInterval(beat, 1000);
}
