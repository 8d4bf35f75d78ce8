import { record, type Sight } from '../../bench/stage/recording.ts';
import { type LostFrames, lostIn, runsOf } from '../../bench/stage/runs.ts';
import { isNearPause } from '../../support/machine-pauses.ts';
import { watchMachine } from '../../support/machine-watch.ts';
import { clipFrames, clipIds, displaySize, type WholePlayer } from './players.ts';

/** Lost frames that are not excused. */
export interface Place {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly clip: number;
  /** The frame in its place. */
  readonly frame: number;
  readonly frames: number;
}

interface Lost {
  /** In the middle of clips. */
  readonly frames: number;
  /** Of these: during a pause of the machine, right after it, or in a gap of the recording. */
  readonly excused: number;
  /** At the first and last pictures, where one clip follows another. */
  readonly atEnds: number;
  readonly of: number;
  readonly places: readonly Place[];
}

export interface Counted {
  readonly seconds: number;
  /** On each display. */
  readonly lost: readonly Lost[];
  readonly pausesOfTheMachine: number;
}

/** On all displays, without excused ones. */
export const lostOf = ({ lost }: Counted): number =>
  lost.reduce((sum, { frames, excused }) => sum + frames - excused, 0);
export const shownOf = ({ lost }: Counted): number => lost.reduce((sum, { of }) => sum + of, 0);

/** Frames of the clips that were not visible on each display during an activity. */
export async function framesDuring(
  players: readonly WholePlayer[],
  does: () => Promise<unknown>,
): Promise<Counted> {
  const watch = await watchMachine();
  const recordings = await Promise.all(players.map(({ display }) => record(display.name, displaySize)));
  const from = performance.now();
  await does();
  const seconds = (performance.now() - from) / 1000;
  await Promise.all(recordings.map((recording) => recording.stop()));
  const machine = await watch.pauses();
  watch.stop();
  const lostOn = (sights: readonly Sight[]): Lost => {
    const runs = runsOf(sights);
    // The recording truncates the first and the last one.
    const clips = runs.slice(1, -1).filter(({ id }) => clipIds.includes(id));
    const found = clips.map((run) => {
      const within = sights.slice(run.from, run.until + 1);
      const codes = within.flatMap(({ code }) => (code === null ? [] : [code.frame]));
      const { lost } = lostIn(within);
      const atEnds = Math.min(...codes) + (clipFrames - 1 - Math.max(...codes));
      const frames = lost.reduce((sum, { frames }) => sum + frames, 0);
      const isExcused = ({ since, at, unrecorded }: LostFrames): boolean =>
        unrecorded || isNearPause(machine, since, at);
      const excused = lost.filter(isExcused).reduce((sum, { frames }) => sum + frames, 0);
      const places = lost
        .filter((one) => !isExcused(one))
        .map(({ at, frames }) => ({
          at,
          frames,
          clip: run.id,
          frame: within.find((sight) => sight.at === at)?.code?.frame ?? -1,
        }));
      return { frames, excused, atEnds, places };
    });
    return {
      frames: found.reduce((sum, { frames }) => sum + frames, 0),
      excused: found.reduce((sum, { excused }) => sum + excused, 0),
      atEnds: found.reduce((sum, { atEnds }) => sum + atEnds, 0),
      of: clips.length * clipFrames,
      places: found.flatMap(({ places }) => places),
    };
  };
  return {
    seconds: Number(seconds.toFixed(1)),
    lost: recordings.map(({ sights }) => lostOn(sights)),
    pausesOfTheMachine: machine.pauses.length,
  };
}
