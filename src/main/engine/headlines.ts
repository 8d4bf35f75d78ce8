import type { Clock } from '../clock.ts';
import { networkFromConfig } from '../cms/from-config.ts';
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
  readonly #closeNetwork: () => void;

  constructor(parts: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly onChanged: () => void;
  }) {
    const { config, clock, log, onChanged } = parts;
    const network = networkFromConfig(config);
    this.#closeNetwork = network.close;
    this.#feed = new Feed({
      read: createFeedReader(network, clock),
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
    this.#closeNetwork();
  }
}
