import type { Clock } from '../ground/clock.ts';
import type { Ending } from '../ground/ending.ts';
import type { Log } from '../ground/log.ts';
import type { Launched } from './launched.ts';
import type { ShowFacts } from './trial.ts';

export interface FollowNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: nothing would start another release. */
  readonly launched: Launched | null;
  readonly playing: {
    facts(): ShowFacts;
    /** Resolves when the visible item ends; at once, if that takes longer. */
    readonly show: { untilBetween(longestMs: number): Promise<void> };
  };
  readonly engine: { call(name: 'updateSees', facts: ShowFacts): Promise<'stay' | 'end'> };
  readonly ending: Pick<Ending, 'restart'>;
}

const everyMs = 5_000;
/** While the engine is being opened. */
const openingMs = 250;
const longestOpeningMs = 60_000;
/** A longer item is cut. */
const longestItemMs = 30 * 60_000;

/** Reports the show to the update, and ends the player between two items on its request. */
export function followUpdate(needs: FollowNeeds): { stop(): void } {
  const { clock, log, launched, playing, engine, ending } = needs;
  if (launched === null) return { stop: () => undefined };
  // A release that waits for a start is taken before the show begins.
  let cancel = clock.after(0, () => void look());
  const since = clock.monotonic();
  let isOpen = false;
  let isStopped = false;
  return {
    stop() {
      isStopped = true;
      cancel();
    },
  };

  // Async, as `facts` throws when no descriptor is left to read this process's memory.
  async function report(): Promise<'stay' | 'end'> {
    return engine.call('updateSees', playing.facts());
  }

  async function look(): Promise<void> {
    // A dead engine restarts; while it stays dead, the launcher gets no sign of life.
    const answer = await report().catch((error: unknown) => {
      log.debug('the update got no report of the show', { error });
      return null;
    });
    isOpen ||= answer !== null || clock.monotonic() - since > longestOpeningMs;
    if (isStopped) return;
    if (answer !== 'end') {
      cancel = clock.after(isOpen ? everyMs : openingMs, () => void look());
      return;
    }
    // The player ends whatever happens to the item: the next release is chosen already.
    await playing.show
      .untilBetween(longestItemMs)
      .catch((error: unknown) => log.warn('Cutting an item', { error }));
    ending.restart();
  }
}
