import type { Clock } from '../clock.ts';
import { networkFromConfig } from '../cms/from-config.ts';
import type { Network } from '../cms/network.ts';
import type { Config } from '../config.ts';
import { feedCache } from '../feed/cache.ts';
import { Feed } from '../feed/feed.ts';
import { createFeedReader } from '../feed/fetch.ts';
import { realFileSystem } from '../fs.ts';
import type { Log } from '../log.ts';
import type { Edition } from '../sync/edition.ts';

/** The headlines of the feed that the edition's ticker names, over the connections that the CMS is asked over. */
export class Headlines {
  readonly #feed: Feed;
  /** Made when it is first needed: a CA file that cannot be read is a failure of the feed, not of the show. */
  #network: Network | null = null;

  constructor(parts: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly onChanged: () => void;
  }) {
    const { config, clock, log, onChanged } = parts;
    this.#feed = new Feed({
      read: async (address, signal) => {
        this.#network ??= networkFromConfig(config);
        return createFeedReader(this.#network, clock)(address, signal);
      },
      cache: feedCache(realFileSystem, config.dataDir),
      clock,
      log,
      onChanged,
    });
  }

  get titles(): readonly string[] {
    return this.#feed.titles;
  }

  follow(edition: Edition | null): void {
    const ticker = edition?.settings.ticker ?? null;
    this.#feed.follow(ticker?.active ? ticker.rssFeed : null);
  }

  async stop(): Promise<void> {
    await this.#feed.stop();
    this.#network?.close();
  }
}
