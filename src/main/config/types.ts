import type { Transition } from '../../shared/programme.ts';
import type { Assignment } from '../edition/assignment.ts';

export interface Config {
  /** The file it was read from; null when there is none. */
  readonly file: string | null;
  readonly cms: {
    readonly url: string | null;
    readonly token: string | null;
    readonly tokenFile: string | null;
    readonly oauth: OAuthConfig | null;
    readonly proxy: string | null;
    readonly caFile: string | null;
    /** Parsed by `cms/profile.ts`. */
    readonly profile: unknown;
  };
  readonly assignment: Assignment | null;
  readonly dataDir: string;
  readonly timeZone: string | null;
  readonly host: 'auto' | 'electron' | 'chromium';
  readonly chromium: { readonly executable: string | null; readonly user: string | null };
  readonly syncSeconds: number | null;
  readonly downloads: {
    readonly concurrency: number | null;
    readonly bytesPerSecond: number | null;
    readonly hours: { readonly from: string; readonly to: string } | null;
  };
  readonly storage: { readonly freeBytes: number | null; readonly quotaBytes: number | null };
  readonly transition: Transition;
  /** 0 = off. */
  readonly adminPort: number;
  readonly player: {
    readonly sync: 'free' | 'wallclock';
    readonly atBoundary: 'cut' | 'finish';
    /** What the renderer of one screen may hold before it is replaced; null: by the machine's memory. */
    readonly memoryMiB: number | null;
  };
  /** What belongs to the place where the screen hangs: beats the CMS. */
  readonly screen: ScreenConfig;
  /** The screens and what each one plays; `all`: the same show on every display that there is. */
  readonly screens: readonly ScreenPlan[] | 'all';
}

export interface ScreenPlan {
  readonly id: string;
  /** `primary`, a display's id, or its place counted from the left, 0 first. */
  readonly display: string | number;
  /** Id or name; null: what this player is assigned. */
  readonly playlist: string | null;
  /** As `screen`, with what this one has of its own. */
  readonly look: ScreenConfig;
}

export interface OAuthConfig {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly clientSecretFile: string | null;
  readonly authUrl: string | null;
  readonly redirectPort: number;
}

export interface ScreenConfig {
  readonly rotation: 0 | 90 | 180 | 270 | null;
  readonly fit: 'contain' | 'cover' | 'stretch' | null;
  readonly background: string | null;
  /** Percent; the most that the CMS may ask for. */
  readonly volume: number | null;
  readonly region: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** 1 = as large as the region. */
  readonly scale: number | null;
  readonly ticker: TickerConfig | null;
  readonly pageZoom: number | null;
  readonly pageReloadSeconds: number | null;
}

/** In the place of the CMS's, as a whole. */
export interface TickerConfig {
  readonly text: string | null;
  /** Address of its news. */
  readonly feed: string | null;
  readonly position: 'top' | 'bottom' | null;
  readonly direction: 'left' | 'right' | null;
  readonly speed: number | null;
  readonly color: string | null;
  readonly backgroundColor: string | null;
  readonly clock: { readonly format: string | null; readonly position: 'left' | 'right' | null } | null;
}
