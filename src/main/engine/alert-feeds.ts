import { CapFeed } from '../cap/feed.ts';
import { CapReader, nameOf } from '../cap/reader.ts';
import { networkFromConfig } from '../cms/from-config.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import type { FeedState } from '../interrupt/feeds.ts';
import type { Network } from '../net/network.ts';
import type { Reach } from '../net/reach.ts';
import type { ReachConfig } from '../net/reach-from-config.ts';

interface AlertFeedsNeeds {
  readonly config: ReachConfig & Pick<Config, 'interrupts' | 'language'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly reach: Reach;
  emit(feeds: readonly FeedState[]): void;
}

/** Follows the configured feeds of alerts, with the network settings of the CMS. Loaded only where there are any. */
export class AlertFeeds {
  readonly #feeds: readonly CapFeed[];
  #network: Network | null = null;

  constructor({ config, clock, log, reach, emit }: AlertFeedsNeeds) {
    const { feeds, certificateFile, seconds, place, areas, ...how } = config.interrupts.cap;
    const wanted = { ...how, areas, point: place, language: shopLanguage(config.language) };
    const names = feeds.map(nameOf);
    this.#feeds = feeds.map(
      (url, index) =>
        new CapFeed({
          name: names.indexOf(nameOf(url)) === index ? nameOf(url) : `${nameOf(url)} (${index + 1})`,
          reader: () => {
            this.#network ??= networkFromConfig(config, { reach });
            return new CapReader(url, certificateFile, this.#network, clock);
          },
          wanted: () => wanted,
          everyMs: seconds * 1000,
          clock,
          // One log for each feed, as each works or fails separately.
          log: log.named('cap'),
          onChanged: () => emit(this.#feeds.map(({ state }) => state)),
        }),
    );
    emit(this.#feeds.map(({ state }) => state));
  }

  start(): void {
    for (const feed of this.#feeds) feed.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#feeds.map((feed) => feed.stop()));
    this.#network?.close();
  }
}
