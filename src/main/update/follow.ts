import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ShowFacts } from './trial.ts';

export interface FollowNeeds {
  readonly clock: Clock;
  readonly log: Log;
  facts(): ShowFacts;
  see(facts: ShowFacts): Promise<'stay' | 'end'>;
  end(): void;
}

const everyMs = 5_000;
/** An item that goes on for longer is cut. */
const patienceMs = 30_000;
const peekMs = 50;

/** Tells the update how the show is, and ends the player between two items when it is asked to. */
export function followUpdate({ clock, log, facts, see, end }: FollowNeeds): () => void {
  let cancel = clock.after(everyMs, look);
  let isStopped = false;
  return () => {
    isStopped = true;
    cancel();
  };

  function look(): void {
    void see(facts())
      // An engine that is away is started again; one that stays away does not tell the launcher that it lives.
      .catch((error: unknown) => {
        log.debug('the update was not told how the show is', { error });
        return 'stay' as const;
      })
      .then((answer) => {
        if (isStopped) return;
        cancel =
          answer === 'end'
            ? clock.after(0, () => betweenItems(facts().items, clock.monotonic()))
            : clock.after(everyMs, look);
      });
  }

  function betweenItems(items: number, since: number): void {
    if (facts().items !== items || clock.monotonic() - since > patienceMs || !facts().plays) end();
    else cancel = clock.after(peekMs, () => betweenItems(items, since));
  }
}
