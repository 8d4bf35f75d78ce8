import type { Language } from './languages/language.ts';
import type { Sentence } from './languages/message.ts';
import type { PlainKey } from './languages/words.ts';
import type { Invitation, SetupForm } from './messages.ts';

// What a phone and the player say to each other at setup, each inside an encrypted message.

export type SetupAsk =
  | { readonly act: 'look' }
  /** Who the phone is to be let in by: a personal token. */
  | { readonly act: 'connect'; readonly url: string; readonly token: string }
  /** Or a client of OAuth2: the address at which a person approves. */
  | { readonly act: 'login'; readonly url: string; readonly clientId: string; readonly clientSecret: string }
  /** The address to which the browser was sent after that. */
  | { readonly act: 'redeem'; readonly address: string }
  /** Whether somebody has approved by the code. */
  | { readonly act: 'poll' }
  | ({ readonly act: 'choose' } & Choice)
  /** That it is to join a fleet: the text of its enrolment, as the code or the file of many screens has it. */
  | { readonly act: 'enrol'; readonly enrolment: string }
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
  readonly message: Sentence;
  readonly remedy: Sentence | null;
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
  /** `code`: what is typed or compared there, on any device; null where the address is pasted that it leads to. */
  readonly login: { readonly address: string; readonly code: string | null };
  /** Null: nobody has yet. */
  readonly poll: { readonly lists: SetupLists | null };
  readonly redeem: SetupLists;
  readonly choose: { readonly findings: readonly SetupFinding[] };
  readonly enrol: { readonly fleet: string };
  readonly finish: Readonly<Record<string, never>>;
  readonly progress: SetupProgress;
}

/** What did not work: its stable code, and in the language of the phone what an expert wants to know. */
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

/** What the screen of a player says that is not set up yet, and what somebody at a keyboard is filling in there. */
export interface SetupNow extends Invitation {
  readonly form: SetupForm | null;
}

/** Why a phone is not heard at all; the message is not sealed, as there may be no key. */
export type Turned = 'busy' | 'keyboard' | 'wrong-pin' | 'no-more-pins' | 'wrong-code' | 'closed' | 'again';

/** Six digits of four bytes that belong to a key. */
export function checkNumber(bytes: Uint8Array): string {
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0) % 1_000_000;
  return String(number).padStart(6, '0').replace(/^.../, '$& ');
}

/** What a PIN is typed for. */
export const pinChannel = 'vitrine setup by PIN 2';

/** What the player offers to one try of the PIN, both in base64url. */
export interface PinOffer {
  readonly session: string;
  readonly half: string;
}

/** CMS, what it shows, how it hangs, what doctor says: by phone and by keyboard. */
export const setupSteps = 4;

const meanings: readonly (readonly [code: string, key: PlainKey])[] = [
  ['login-pasted', 'setup.refused.paste'],
  ['cms-unauthorised', 'setup.refused.access'],
  ['cms-forbidden', 'setup.refused.access'],
  ['token-', 'setup.refused.access'],
  ['login-code-expired', 'setup.refused.late'],
  ['login-by-phone', 'setup.refused.by-phone'],
  ['login-not-saved', 'setup.refused.disk'],
  ['login-', 'setup.refused.access'],
  ['cms-tls-clock', 'setup.refused.clock'],
  ['cms-tls', 'setup.refused.secure'],
  ['fleet-enrolment', 'setup.how.fleet.unread'],
  ['setup-not-saved', 'setup.refused.disk'],
  ['cms-', 'setup.refused.address'],
  ['config-invalid', 'setup.refused.address'],
  ['network-', 'setup.refused.address'],
  ['wifi-refused', 'setup.refused.wifi'],
  ['wifi-', 'setup.refused.no-wifi'],
];

/** What an error is to the person who sets the player up. */
export function meaningOf(code: string): PlainKey {
  return meanings.find(([start]) => code.startsWith(start))?.[1] ?? 'setup.refused.other';
}

const findings = [
  ...(['config', 'cms', 'token', 'account', 'assignment', 'time-zone', 'disk', 'database'] as const),
  ...(['browser', 'video', 'display', 'page', 'security', 'clock', 'watchdog', 'player'] as const),
];

/** What one of doctor's checks looks at, in that person's words. */
export function findingName(check: string): PlainKey {
  const known = findings.find((name) => name === check.replaceAll(' ', '-'));
  return `setup.finding.${known ?? 'other'}`;
}
