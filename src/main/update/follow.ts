import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ShowFacts } from './trial.ts';

export interface FollowNeeds {
  readonly clock: Clock;
  readonly log: Log;
  facts(): ShowFacts;
  see(facts: ShowFacts): Promise<'stay' | 'end'>;
  /** Resolves when the item in sight is over; at once, when it goes on for longer than that. */
  untilBetween(longestMs: number): Promise<void>;
  end(): void;
}

const everyMs = 5_000;
/** While the engine is being opened. */
const openingMs = 250;
const longestOpeningMs = 60_000;
/** An item that goes on for longer is cut. */
const longestItemMs = 30 * 60_000;

/** Tells the update how the show is, and ends the player between two items when it is asked to. */
export function followUpdate({ clock, log, facts, see, untilBetween, end }: FollowNeeds): () => void {
  // What waits for a start is to be taken before the show begins.
  let cancel = clock.after(0, () => void look());
  const since = clock.monotonic();
  let isOpen = false;
  let isStopped = false;
  return () => {
    isStopped = true;
    cancel();
  };

  /** Without descriptors not even this process's memory can be read. */
  async function told(): Promise<'stay' | 'end'> {
    return see(facts());
  }

  async function look(): Promise<void> {
    // An engine that is away is started again; one that stays away does not tell the launcher that it lives.
    const answer = await told().catch((error: unknown) => {
      log.debug('the update was not told how the show is', { error });
      return null;
    });
    isOpen ||= answer !== null || clock.monotonic() - since > longestOpeningMs;
    if (isStopped) return;
    if (answer !== 'end') {
      cancel = clock.after(isOpen ? everyMs : openingMs, () => void look());
      return;
    }
    // Whatever happens to the item, the player ends: the next release is chosen already.
    await untilBetween(longestItemMs).catch((error: unknown) => log.warn('An item is cut', { error }));
    end();
  }
}
