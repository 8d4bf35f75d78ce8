import type { Commands } from '../display/hook-commands.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Link } from './link.ts';

interface EntryEventsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly link: Pick<Link, 'state' | 'deliver'>;
  readonly topic: string;
}

/** Bounds what waits for a slow broker. */
const mostUnderway = 20;

/** Publishes the commands of entries at once or never: a lamp that switches late is worse than one that does not. */
export class EntryEvents {
  readonly #needs: EntryEventsNeeds;
  #underway = 0;

  constructor(needs: EntryEventsNeeds) {
    this.#needs = needs;
  }

  async publish({ screenId, entryId, when, commands }: Commands): Promise<void> {
    const { clock, log, link, topic } = this.#needs;
    if (link.state.is !== 'connected' || this.#underway >= mostUnderway) return this.#dropped();
    this.#underway++;
    try {
      const at = new Date(clock.now()).toISOString();
      const payload = JSON.stringify({ at, screenId, entryId, when, commands });
      await link.deliver({ topic, payload, isKept: false });
      log.state('entries', 'delivered', 'debug', 'Commands of entries reach the broker');
    } catch (error) {
      this.#dropped({ error });
    } finally {
      this.#underway--;
    }
  }

  #dropped(fields: { readonly error?: unknown } = {}): void {
    this.#needs.log.state(
      'entries',
      'dropped',
      'warn',
      'Commands of entries did not reach the broker',
      fields,
    );
  }
}
