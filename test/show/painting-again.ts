import type { Showing } from '../../src/main/show/events.ts';
import type { ScreenStatus } from '../../src/main/show/screen-status.ts';
import { type Frame, isBlack, middle } from '../e2e/support/display.ts';
import { until } from '../support/until.ts';
import { cue, openPlayingShow } from './playing-show.ts';

export interface Disturbed {
  /** From the disturbance to the first new picture on the display. */
  readonly paintingAgainMs: number;
  readonly blackFrames: number;
  /** Reports since the disturbance. */
  readonly showings: readonly Showing[];
  readonly status: ScreenStatus | undefined;
}

/** By then the next item is prepared: during its preparation that item would get the strike. */
const quietMs = 500;

/**
 * Red and green alternate; the stage is disturbed when red has been in sight for a moment. The last picture of a dead
 * stage stays on the display, so green proves that it paints again.
 */
export async function disturbed(disturb: () => void): Promise<Disturbed> {
  await using playing = await openPlayingShow();
  playing.play('p', [cue('red', playing.still('red'), 2_000), cue('green', playing.still('green'), 1_000)]);
  await playing.untilSeen('green');
  await playing.untilAlive();
  // Watched continuously: a single grab would start a process each time.
  const recording = await playing.display.record(25);
  const firstAfter = (since: number, color: 'red' | 'green') => {
    const shows = ({ at, frame }: { at: number; frame: Frame }): boolean =>
      at > since && middle(frame) === color;
    return until(`${color} on the display`, async () => recording.frames.find(shows));
  };
  try {
    const green = await firstAfter(0, 'green');
    const red = await firstAfter(green.at, 'red');
    await firstAfter(red.at + quietMs, 'red');
    const before = playing.showings.length;
    const since = performance.now();
    disturb();
    const again = await firstAfter(since, 'green');
    await playing.untilAlive();
    return {
      paintingAgainMs: again.at - since,
      blackFrames: recording.frames.filter(({ frame }) => isBlack(frame)).length,
      showings: playing.showings.slice(before),
      status: playing.show.status()[0],
    };
  } finally {
    await recording.stop();
  }
}
