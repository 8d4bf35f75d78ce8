import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { aroundMs, type Backoff, backoffMs } from '../ground/retry.ts';
import { Serial } from '../ground/serial.ts';
import type { FeedCache } from './cache.ts';
import type { FeedReader } from './fetch.ts';

const everyMs = 10 * 60_000;
const backoff: Backoff = { firstMs: 20_000, mostMs: everyMs };
/** Older headlines are not shown. */
const oldMs = 7 * 24 * 3600_000;

interface FeedNeeds {
  readonly read: FeedReader;
  readonly cache: FeedCache;
  readonly clock: Clock;
  readonly log: Log;
  readonly random?: () => number;
  /** Called when the headlines have changed. */
  onChanged(): void;
}

/** Follows one feed: fetches it regularly and caches its last headlines for times without a network. */
export class Feed {
  readonly #needs: FeedNeeds;
  #address: string | null = null;
  #titles: readonly string[] = [];
  #fetchedAt = 0;
  #failures = 0;
  #cancel: () => void = () => undefined;
  #ending = new AbortController();
  /** A stop waits for the running fetch. */
  readonly #work = new Serial();

  constructor(needs: FeedNeeds) {
    this.#needs = needs;
  }

  get titles(): readonly string[] {
    return this.#needs.clock.now() - this.#fetchedAt > oldMs ? [] : this.#titles;
  }

  /** Null: follow no feed. */
  follow(address: string | null): void {
    if (address === this.#address) return;
    this.#leave();
    this.#address = address;
    const had = this.#titles.length > 0;
    this.#titles = [];
    this.#failures = 0;
    if (had) this.#needs.onChanged();
    if (address !== null) this.#begin(address, this.#ending.signal);
  }

  async stop(): Promise<void> {
    this.#leave();
    this.#address = null;
    await this.#work.idle();
  }

  #leave(): void {
    this.#cancel();
    this.#ending.abort(new Error('the feed is no longer followed'));
    this.#ending = new AbortController();
  }

  #begin(address: string, signal: AbortSignal): void {
    void this.#work.run(async () => {
      await this.#recall(address, signal);
      await this.#fetch(address, signal);
    });
  }

  async #recall(address: string, signal: AbortSignal): Promise<void> {
    try {
      const cached = await this.#needs.cache.read();
      if (cached?.address === address && !signal.aborted) this.#take(cached.titles, cached.fetchedAt);
    } catch (error) {
      this.#needs.log.state('feed cache', 'unread', 'warn', 'Cannot read the cached headlines', {
        error,
      });
    }
  }

  async #fetch(address: string, signal: AbortSignal): Promise<void> {
    const { read, cache, clock, log, random = Math.random } = this.#needs;
    try {
      const titles = await read(address, signal);
      if (signal.aborted) return;
      this.#failures = 0;
      log.state('feed', 'works', 'info', 'Read the feed of the ticker', { titles: titles.length });
      const fetchedAt = clock.now();
      this.#take(titles, fetchedAt);
      await this.#keep(cache.write({ address, titles: [...titles], fetchedAt }));
    } catch (error) {
      if (signal.aborted) return;
      log.state('feed', 'fails', 'warn', 'Cannot read the feed of the ticker; the last headlines stay', {
        error,
      });
      this.#failures++;
    }
    if (signal.aborted) return;
    const wait =
      this.#failures > 0 ? backoffMs(this.#failures - 1, backoff, random) : aroundMs(everyMs, random);
    this.#cancel = clock.after(wait, () => void this.#work.run(() => this.#fetch(address, signal)));
  }

  #take(titles: readonly string[], fetchedAt: number): void {
    const changed = titles.join('\n') !== this.titles.join('\n');
    this.#titles = titles;
    this.#fetchedAt = fetchedAt;
    if (changed) this.#needs.onChanged();
  }

  /** The ticker shows headlines even if the disk rejects them. */
  async #keep(written: Promise<void>): Promise<void> {
    try {
      await written;
      this.#needs.log.state('feed cache', 'works', 'debug', 'Cached the headlines');
    } catch (error) {
      this.#needs.log.state('feed cache', 'fails', 'warn', 'Cannot cache the headlines', { error });
    }
  }
}
