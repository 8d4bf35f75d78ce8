// How long each frame of a clip stood on the display.
import { type Pauses, pausedMs } from '../../support/machine-pauses.ts';
import type { Sight } from '../stage/recording.ts';

export interface Hold {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ms: number;
}

/** Of the recording. */
const pictureMs = 1000 / 60;

/**
 * From the first to the last picture of each frame, so that a gap of the recording after it adds nothing. The time in which the
 * machine itself stood still is taken off.
 */
export function holdsOf(sights: readonly Sight[], machine: Pauses): readonly Hold[] {
  const holds: Hold[] = [];
  let [first, last]: [Sight | null, Sight | null] = [null, null];
  const end = (): void => {
    if (first === null || last === null || first.code === null) return;
    const ms = last.at - first.at + pictureMs - pausedMs(machine, first.at, last.at);
    holds.push({ at: first.at, ms });
  };
  for (const sight of sights) {
    if (first === null || !isSame(first, sight)) {
      end();
      first = sight;
    }
    last = sight;
  }
  end();
  return holds;
}

function isSame({ code: one }: Sight, { code: other }: Sight): boolean {
  return one?.id === other?.id && one?.frame === other?.frame;
}
