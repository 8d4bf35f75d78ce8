import type { Message } from '../../shared/languages/message.ts';
import type { Rs232Record } from '../edition/records.ts';
import type { ErrorReport } from '../ground/errors.ts';
import type { Readings } from '../sensors/readings.ts';

/** What the engine thread reports about itself and its store. */
export interface Vitals {
  readonly storage: {
    readonly state: 'good' | 'full' | 'failing' | 'read-only';
    readonly freeBytes: number;
    /** Less than the configured reserve is free: updates are on hold. */
    readonly isLow: boolean;
  };
  readonly clock: { readonly trusted: boolean; readonly zone: string };
  readonly cms: {
    readonly lastReachedAt: string | null;
    /** Why the last request failed; null: it succeeded, or there was none yet. */
    readonly error: Message | null;
  };
  /** What is wrong with the configuration, or prevents requests to the CMS; null: nothing. */
  readonly configuration: Message | null;
  /** A CMS is configured, and has not been read since the engine started. */
  readonly awaitsCms: boolean;
  /** Sync is paused manually. */
  readonly isPaused: boolean;
  /** What of the active edition cannot be shown. */
  readonly content: readonly ContentFault[];
  /** The active edition, whichever item plays. */
  readonly edition: string | null;
  /** Why no release arrives any more, where a person has to act; null: nothing to do. */
  readonly updates: Message | null;
  /** Which release no longer starts; null: the one that was kept last runs. */
  readonly lostRelease: Message | null;
  /** The CMS's settings for a display on a serial line; null: there is none. */
  readonly rs232: Rs232Record | null;
  /** The CMS's PIN of the service menu; null: it demands none. */
  readonly servicePin: string | null;
}

export interface ContentFault {
  readonly code: 'unassigned' | 'playlist-empty' | 'unplayable';
  readonly sentence: Message;
}

/** Target and observed state of one screen. */
export interface ScreenFacts {
  readonly id: string;
  readonly wanted: 'on' | 'off';
  /** `absent`: no display is connected. `waiting`: it has no window. */
  readonly state: 'absent' | 'waiting' | 'starting' | 'painting' | 'reviving' | 'black';
  /** How long it has been in this state. */
  readonly forMs: number;
  readonly why: Message | null;
  /** An item is visible, not the standby screen. */
  readonly plays: boolean;
}

/** The input of the verdict. Durations come from the monotonic clock: the wall clock may leap. */
export interface HealthFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Since the player was started. */
  readonly upMs: number;
  /** How many times slower than usual this machine is, bounded: limits are multiplied by it. */
  readonly slowness: number;
  readonly screens: readonly ScreenFacts[];
  readonly engine: {
    readonly isOpen: boolean;
    /** How long it has owed an answer. */
    readonly silentMs: number;
  };
  /** The longest stall of the main thread's loop in the last seconds. */
  readonly lagMs: number;
  readonly vitals: Vitals | null;
  /** How long requests to the CMS have failed; null: the last one succeeded. */
  readonly cmsSilentMs: number | null;
  /** How long the first answer of the CMS has been awaited; null: it came, or none is expected. */
  readonly cmsAwaitedMs: number | null;
  readonly browser: string;
  /** Starts in a row without a minute of painting, this one included. */
  readonly starts: number;
  /** Why the player is in safe mode; null: it is not. */
  readonly safe: Message | null;
  /** Browser, kernel or player are not those that painted well last; null: they are. */
  readonly changed: Message | null;
  /** Why a display could not be switched on or off; null: switching works, or none is configured. */
  readonly displayFailure: Message | null;
  /** A person switched off displays that the plan wants on; `until` null: until switched back. */
  readonly offByHand: { readonly until: string | null } | null;
  /** Power supply, temperatures and wear of disks, where the machine tells them. */
  readonly sensors: Readings;
  /** Why a file that is to set the player up again is not used; null: there is none. */
  readonly setupFile: Message | null;
  /** The screens whose touch panel reports a touch without an end. */
  readonly stuckTouch: readonly string[];
  /** Web pages to which an operator has to log in. */
  readonly pageLogins: readonly LoginFact[];
  /** Null where no fleet is configured. */
  readonly link: LinkFacts | null;
}

/** A login of web pages that is not there. `lost`: its file is damaged. */
export interface LoginFact {
  readonly host: string;
  readonly why: 'none' | 'expired' | 'lost';
}

/** The link to the broker of the fleet. */
export interface LinkFacts {
  readonly state: 'connected' | 'connecting' | 'waiting';
  /** How long it has been in this state. */
  readonly forMs: number;
  /** Why it is not connected; while connected, what does not work. */
  readonly why: ErrorReport | null;
  /** Another player uses the same name. */
  readonly hasClone: boolean;
  /** How long the player has waited for its first connection; null: it has had one. */
  readonly awaitedMs: number | null;
}
