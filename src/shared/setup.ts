import type { Language } from './languages/words.ts';

// What a phone and the player say to each other at setup, each inside an encrypted message.

export type SetupAsk =
  | { readonly act: 'look' }
  /** Who the phone is to be let in by: a personal token. */
  | { readonly act: 'connect'; readonly url: string; readonly token: string }
  /** Or a client of OAuth2: the address at which a person approves. */
  | { readonly act: 'login'; readonly url: string; readonly clientId: string; readonly clientSecret: string }
  /** The address to which the browser was sent after that. */
  | { readonly act: 'redeem'; readonly address: string }
  | ({ readonly act: 'choose' } & Choice)
  | { readonly act: 'finish' }
  | { readonly act: 'progress' };

export interface Choice {
  readonly kind: 'playlist' | 'device' | 'deviceGroup';
  readonly id: string;
  readonly rotation: 0 | 90 | 180 | 270;
  /** 0 to 100. */
  readonly volume: number;
  readonly timeZone: string;
  readonly language: Language;
}

export interface SetupLook {
  readonly name: string;
  /** As somebody has configured it, or empty. */
  readonly url: string;
  readonly timeZone: string;
  readonly redirectUri: string;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface SetupLists {
  readonly url: string;
  readonly devices: readonly Named[];
  readonly groups: readonly Named[];
  readonly playlists: readonly Named[];
}

export interface SetupFinding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly remedy: string | null;
}

export interface SetupProgress {
  readonly plays: boolean;
  /** What the screen says while it does not play. */
  readonly title: string;
  readonly lines: readonly string[];
  /** The screen as it is now, as an address of data. */
  readonly picture: string | null;
}

export interface SetupAnswers {
  readonly look: SetupLook;
  readonly connect: SetupLists;
  readonly login: { readonly address: string };
  readonly redeem: SetupLists;
  readonly choose: { readonly findings: readonly SetupFinding[] };
  readonly finish: Readonly<Record<string, never>>;
  readonly progress: SetupProgress;
}

/** What did not work: its stable code, and in English what an expert wants to know. */
export interface SetupRefusal {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
}

/** One sealed message of a phone. The key never travels: it is in the code on the screen, or both agree on it. */
export interface SealedAsk {
  /** 16 random bytes in base64url: this phone. */
  readonly session: string;
  /** The phone's half of a key that both agree on, when its person has typed the PIN; null: it has read the code. */
  readonly half: string | null;
  /** Counts up with each message: none is taken twice. */
  readonly count: number;
  readonly box: string;
}

/** Why a phone is not heard at all; the message is not sealed, as there may be no key. */
export type Turned = 'busy' | 'wrong-pin' | 'no-more-pins' | 'wrong-code' | 'closed' | 'again';
