import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config.ts';
import { leastIdle, mostIdle } from '../config/interaction-settings.ts';
import { noTouchPages, type TouchPages } from '../edition/touch-pages.ts';
import type { InteractiveWanted } from '../host/host.ts';
import type { ScreenStatus } from '../show/screen-status.ts';

interface Offer extends Pick<InteractiveWanted, 'address' | 'headers' | 'isFromCms'> {
  readonly idleMs: number;
}

const usualIdle = 60;

/** What a touch opens. The configuration comes before the CMS. */
export class OfferedPages {
  readonly #configured: { readonly config: Pick<Config, 'interaction'> };
  #ofCms = noTouchPages;
  #changes = 0;

  constructor(configured: { readonly config: Pick<Config, 'interaction'> }) {
    this.#configured = configured;
  }

  take(ofCms: TouchPages): void {
    if (isDeepStrictEqual(ofCms, this.#ofCms)) return;
    this.#ofCms = ofCms;
    this.#changes++;
  }

  /** Another one whenever something in it has changed. */
  get version(): unknown {
    return [this.#settings, this.#changes];
  }

  /** Any page on any screen. */
  get isAny(): boolean {
    const { address, fromCms } = this.#settings;
    const { screen, entries } = this.#ofCms;
    return address !== null || (fromCms && (screen !== null || Object.keys(entries).length > 0));
  }

  /** On a screen that shows this now, by a touch of that zone; null: nothing. */
  on({ nowPlaying, zones }: Pick<ScreenStatus, 'nowPlaying' | 'zones'>, zone: string | null): Offer | null {
    const { address, idleSeconds } = this.#settings;
    if (address !== null)
      return { address, headers: {}, isFromCms: false, idleMs: (idleSeconds ?? usualIdle) * 1_000 };
    const { screen, entries } = this.#ofCms;
    const now = zones === undefined ? nowPlaying : (zones.find(({ id }) => id === zone)?.nowPlaying ?? null);
    const own = now !== null && Object.hasOwn(entries, now.entryId) ? entries[now.entryId] : undefined;
    const page = own ?? screen;
    if (page === null) return null;
    const seconds = idleSeconds ?? Math.min(Math.max(page.seconds ?? usualIdle, leastIdle), mostIdle);
    return { address: page.address, headers: page.headers, isFromCms: true, idleMs: seconds * 1_000 };
  }

  get #settings(): Config['interaction'] {
    return this.#configured.config.interaction;
  }
}
