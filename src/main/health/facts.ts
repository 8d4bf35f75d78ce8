import type { Message, Sentence } from '../../shared/languages/message.ts';
import type { Rs232Record } from '../edition/records.ts';
import type { ErrorReport } from '../errors.ts';

/** What the engine's thread says of itself and of what it keeps. */
export interface Vitals {
  readonly storage: {
    readonly state: 'good' | 'full' | 'failing' | 'read-only';
    readonly freeBytes: number;
    /** Below what has to stay free: updates wait. */
    readonly isLow: boolean;
  };
  readonly clock: { readonly trusted: boolean; readonly zone: string };
  readonly cms: {
    readonly lastReachedAt: string | null;
    /** Why it could not be reached the last time; null: it could, or was not asked yet. */
    readonly error: Sentence | null;
  };
  /** What is wrong with the configuration, or keeps the CMS from being asked; null: nothing. */
  readonly configuration: Sentence | null;
  /** The edition that is shown, whatever of it plays now. */
  readonly edition: string | null;
  /** Why no release comes any more, where somebody has to do something about it; null: nothing of that kind. */
  readonly updates: Sentence | null;
  /** Which release does not start any more; null: what was kept last is what runs. */
  readonly lostRelease: Sentence | null;
  /** What the CMS says of a display on a serial line; null: there is none. */
  readonly rs232: Rs232Record | null;
}

/** One screen, as it is wanted and as it is seen. */
export interface ScreenFacts {
  readonly id: string;
  readonly wanted: 'on' | 'off';
  /** `absent`: there is no display for it. `waiting`: it has no window yet, or no more. */
  readonly state: 'absent' | 'waiting' | 'starting' | 'painting' | 'reviving' | 'black';
  /** For so long it has been seen so. */
  readonly forMs: number;
  readonly why: Sentence | null;
  /** An item is in sight, and not the standby screen. */
  readonly plays: boolean;
}

/** Everything that health is judged by. Lengths are by the steady clock: the wall clock may leap. */
export interface HealthFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Since the player was started. */
  readonly upMs: number;
  /** How many times slower than usual this machine is, up to a bound: limits are so many times as long. */
  readonly slowness: number;
  readonly screens: readonly ScreenFacts[];
  readonly engine: {
    readonly isOpen: boolean;
    /** For so long it owes an answer. */
    readonly silentMs: number;
  };
  /** The longest time in the last seconds for which the main thread's loop stood still. */
  readonly lagMs: number;
  /** The last ones known. */
  readonly vitals: Vitals | null;
  /** For so long the CMS has not been reached; null: it was reached when it was last asked. */
  readonly cmsSilentMs: number | null;
  readonly browser: string;
  /** Starts in a row without a minute of painting, this one included. */
  readonly starts: number;
  /** Why the player is in safe mode; null: it is not. */
  readonly safe: Message | null;
  /** Browser, kernel or player are not those that painted well last; null: they are. */
  readonly changed: Message | null;
  /** Why a display could not be switched on or off; null: each way to do that works, or none is configured. */
  readonly displayFailure: Sentence | null;
  /** Null where no fleet is configured. */
  readonly link: LinkFacts | null;
}

/** The link to the broker of the fleet. */
export interface LinkFacts {
  readonly state: 'connected' | 'connecting' | 'waiting';
  /** For so long it has been connected, or has not been. */
  readonly forMs: number;
  /** Why it is not connected or, while it is, what does not work of it. */
  readonly why: ErrorReport | null;
  /** Another player goes by the same name. */
  readonly hasClone: boolean;
}
