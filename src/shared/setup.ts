import type { Language } from './languages/language.ts';
import type { Message } from './languages/message.ts';
import type { PlainKey } from './languages/words.ts';
import type { Invitation, SetupForm } from './messages.ts';

// Messages between phone and player during setup; each is encrypted.

export type SetupRequest =
  | { readonly act: 'look' }
  /** With a personal token. */
  | { readonly act: 'connect'; readonly url: string; readonly token: string }
  /** With an OAuth2 client; the answer is the address at which a person approves. */
  | { readonly act: 'login'; readonly url: string; readonly clientId: string; readonly clientSecret: string }
  /** The address to which the browser was redirected. */
  | { readonly act: 'redeem'; readonly address: string }
  /** Whether the code has been approved. */
  | { readonly act: 'poll' }
  | ({ readonly act: 'choose' } & Choice)
  /** Joins a fleet: the text of the enrolment, from its code or its file for many screens. */
  | { readonly act: 'enrol'; readonly enrolment: string }
  | { readonly act: 'finish' }
  /** Of a player that is set up again: what was before stays, or comes back while nothing of the new show is seen. */
  | { readonly act: 'cancel' }
  | { readonly act: 'progress' }
  /** After setup, to the last phone: the name of the player, or its hours of every day. */
  | { readonly act: 'set'; readonly name: 'name' | 'screen.hours'; readonly value: string }
  /** Opens the page to the network. */
  | { readonly act: 'open' };

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
  /** The configured address, or empty. */
  readonly url: string;
  readonly timeZone: string;
  readonly redirectUri: string;
  /** It plays, and goes on until the new show is here. */
  readonly isAgain: boolean;
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
  readonly message: Message;
  readonly remedy: Message | null;
}

export interface SetupProgress {
  readonly plays: boolean;
  /** The title of the standby screen. */
  readonly title: string;
  readonly lines: readonly string[];
  /** A screenshot as a data URL. */
  readonly picture: string | null;
}

export interface SetupAnswers {
  readonly look: SetupLook;
  readonly connect: SetupLists;
  /** `code`: typed or compared there, on any device; null when the resulting address is pasted instead. */
  readonly login: { readonly address: string; readonly code: string | null };
  /** Null: not approved yet. */
  readonly poll: { readonly lists: SetupLists | null };
  readonly redeem: SetupLists;
  readonly choose: { readonly findings: readonly SetupFinding[] };
  readonly enrol: { readonly fleet: string };
  readonly finish: Readonly<Record<string, never>>;
  readonly cancel: Readonly<Record<string, never>>;
  readonly progress: SetupProgress;
  readonly set: Readonly<Record<string, never>>;
  readonly open: SetupAccess;
}

export interface SetupAccess {
  readonly addresses: readonly string[];
  readonly password: string;
}

/** An error: its stable code, and a detail for experts in the language of the phone. */
export interface SetupRefusal {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
  /** The address that was probably meant: one tap uses it. */
  readonly cure?: string | null;
}

/** One encrypted message of a phone. The key never travels: it is in the QR code, or both sides agree on it. */
export interface SealedRequest {
  /** Identifies this phone: 16 random bytes in base64url. */
  readonly session: string;
  /** The phone's share of the key agreement after a typed PIN; null: the phone scanned the code. */
  readonly half: string | null;
  /** Counts up with each message, so that none is accepted twice. */
  readonly count: number;
  readonly box: string;
}

/** The setup screen of a player, and its form during setup by keyboard. */
export interface SetupNow extends Invitation {
  readonly form: SetupForm | null;
}

/** Why the player refuses a phone; not encrypted, as there may be no key. */
export type PhoneRefusal =
  | 'busy'
  | 'keyboard'
  | 'wrong-pin'
  | 'no-more-pins'
  | 'wrong-code'
  | 'closed'
  | 'again';

/** Six digits from four bytes of key material. */
export function checkNumber(bytes: Uint8Array): string {
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0) % 1_000_000;
  return String(number).padStart(6, '0').replace(/^.../, '$& ');
}

/** Purpose of a PIN's key. */
export const pinChannel = 'vitrine setup by PIN 2';

/** The player's share for one attempt with the PIN, in base64url. */
export interface PinOffer {
  readonly session: string;
  readonly half: string;
}

/** CMS, content, orientation and volume, checks: the same by phone and by keyboard. */
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
  ['cms-unreachable-name', 'setup.refused.name'],
  ['cms-unreachable-refused', 'setup.refused.port'],
  ['cms-unreachable-', 'setup.refused.silent'],
  ['cms-not-', 'setup.refused.not-cms'],
  ['cms-bad-answer', 'setup.refused.not-cms'],
  ['cms-invalid', 'setup.refused.not-cms'],
  ['cms-redirect', 'setup.refused.not-cms'],
  ['cms-', 'setup.refused.address'],
  ['config-invalid', 'setup.refused.spelling'],
  ['network-', 'setup.refused.address'],
  ['wifi-refused', 'setup.refused.wifi'],
  ['wifi-', 'setup.refused.no-wifi'],
];

/** The explanation of an error for the person who sets the player up. */
export function meaningOf(code: string): PlainKey {
  return meanings.find(([start]) => code.startsWith(start))?.[1] ?? 'setup.refused.other';
}

const checks = [
  ...(['config', 'cms', 'token', 'account', 'assignment', 'time zone', 'disk', 'database'] as const),
  ...(['browser', 'video', 'display', 'page', 'security', 'clock', 'watchdog'] as const),
  ...(['power', 'temperature', 'wear', 'player'] as const),
];

/** The checks of doctor. `show` is one of the terminal alone. */
export type Check = (typeof checks)[number] | 'show';

/** The name of a check of doctor for the same person. */
export function findingName(check: string): PlainKey {
  const known = checks.find((name) => name === check);
  if (known === undefined) return 'setup.finding.other';
  return known === 'time zone' ? 'setup.finding.time-zone' : `setup.finding.${known}`;
}
