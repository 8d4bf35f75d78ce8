import { type CmsConfig, networkFromConfig } from '../cms/from-config.ts';
import type { Config, Look } from '../config/config.ts';
import type { Edition } from '../edition/edition.ts';
import { feedCache } from '../feed/cache.ts';
import { Feed } from '../feed/feed.ts';
import { createFeedReader } from '../feed/fetch.ts';
import type { Clock } from '../ground/clock.ts';
import { realFileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import type { Network } from '../net/network.ts';
import type { Reach } from '../net/reach.ts';
import { tickerRecord } from '../schedule/screen-settings.ts';

interface HeadlinesNeeds {
  readonly config: CmsConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly reach: Reach;
  readonly onChanged: () => void;
}

/** Reads the feeds named by tickers, with the network settings of the CMS. */
export class Headlines {
  readonly #needs: HeadlinesNeeds;
  /** Each has a file of its own in the data folder. Surplus ones follow nothing. */
  readonly #feeds: Feed[] = [];
  /** The addresses they follow, in the same order. */
  #addresses: readonly string[] = [];
  /** Created when first needed: an unreadable CA file is a failure of the feed, not of the show. */
  #network: Network | null = null;

  constructor(needs: HeadlinesNeeds) {
    this.#needs = needs;
  }

  of(address: string): readonly string[] {
    return this.#feeds[this.#addresses.indexOf(address)]?.titles ?? [];
  }

  follow(edition: Edition | null): void {
    const device = { ticker: edition?.settings.ticker ?? null };
    const named = looks(this.#needs.config).map((look) => tickerRecord(device, look)?.rssFeed ?? null);
    this.#addresses = [...new Set(named.filter((address) => address !== null))];
    while (this.#feeds.length < this.#addresses.length) this.#feeds.push(this.#feed(this.#feeds.length));
    for (const [number, feed] of this.#feeds.entries()) feed.follow(this.#addresses[number] ?? null);
  }

  #feed(number: number): Feed {
    const { config, clock, log, reach, onChanged } = this.#needs;
    return new Feed({
      read: async (address, signal) => {
        this.#network ??= networkFromConfig(config, { reach });
        return createFeedReader(this.#network, clock)(address, signal);
      },
      cache: feedCache(realFileSystem, config.dataDir, number),
      clock,
      // One log for each feed, as each works or fails separately.
      log: log.named('feed'),
      onChanged,
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#feeds.map((feed) => feed.stop()));
    this.#network?.close();
  }
}

function looks({ screen, screens }: Pick<Config, 'screen' | 'screens'>): readonly Look[] {
  return screens === 'all' ? [screen] : screens.map(({ look }) => look);
}
