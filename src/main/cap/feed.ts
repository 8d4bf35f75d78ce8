import type { Clock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { aroundMs, type Backoff, backoffMs } from '../ground/retry.ts';
import { Serial } from '../ground/serial.ts';
import type { FeedState } from '../interrupt/feeds.ts';
import type { CapReader } from './reader.ts';
import { type Wanted, warningsOf } from './warnings.ts';

interface CapFeedNeeds {
  readonly name: string;
  /** Throws while it cannot be made, for example as a file is missing. */
  reader(): Pick<CapReader, 'read'>;
  wanted(): Wanted;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  onChanged(): void;
}

const backoff: Backoff = { firstMs: 10_000, mostMs: 120_000 };

/** Follows one feed of alerts. While the feed is unreachable, its last alerts stay until they expire. */
export class CapFeed {
  readonly #needs: CapFeedNeeds;
  #state: FeedState;
  #reader: Pick<CapReader, 'read'> | null = null;
  #failures = 0;
  #cancel: () => void = () => undefined;
  readonly #ending = new AbortController();
  readonly #work = new Serial();

  constructor(needs: CapFeedNeeds) {
    this.#needs = needs;
    this.#state = { name: needs.name, why: null, refused: [], warnings: null };
  }

  get state(): FeedState {
    return this.#state;
  }

  start(): void {
    void this.#work.run(() => this.#read());
  }

  async stop(): Promise<void> {
    this.#cancel();
    this.#ending.abort(new Error('the feed is no longer followed'));
    await this.#work.idle();
  }

  async #read(): Promise<void> {
    const { name, clock, log, everyMs, random = Math.random, onChanged } = this.#needs;
    const { signal } = this.#ending;
    if (signal.aborted) return;
    try {
      this.#reader ??= this.#needs.reader();
      const { alerts, refused } = await this.#reader.read(signal);
      const warnings = warningsOf(alerts, this.#needs.wanted(), clock.now());
      this.#failures = 0;
      this.#state = { name, why: null, refused, warnings };
      log.state('feed', 'works', 'info', 'Reads a feed of alerts', { feed: name, alerts: alerts.length });
      log.state(
        'refused',
        JSON.stringify(refused),
        refused.length > 0 ? 'warn' : 'debug',
        'Alerts that are refused',
        {
          feed: name,
          refused,
        },
      );
    } catch (error) {
      if (signal.aborted) return;
      const { sentence: why } = asVitrineError(error);
      this.#failures++;
      this.#state = { name, why, refused: [], warnings: null };
      log.state('feed', JSON.stringify(why), 'warn', 'Cannot read a feed of alerts; its last ones hold', {
        feed: name,
        why,
      });
    }
    const wait =
      this.#failures > 0 ? backoffMs(this.#failures - 1, backoff, random) : aroundMs(everyMs, random);
    this.#cancel = clock.after(wait, () => this.start());
    onChanged();
  }
}
