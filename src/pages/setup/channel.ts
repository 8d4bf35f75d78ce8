import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keyWith, numberOf, shareOf, transcriptOf } from '../../shared/cpace.ts';
import { localized } from '../../shared/languages/formatter.js';
import type { PlainKey, Words } from '../../shared/languages/words.ts';
import {
  checkNumber,
  type PhoneRefusal,
  type PinOffer,
  pinChannel,
  type SealedRequest,
  type SetupAnswers,
  type SetupRefusal,
  type SetupRequest,
} from '../../shared/setup.ts';

/** The origin of this phone's key: the QR code on the screen, or the typed PIN. */
export type Way =
  | { readonly key: Uint8Array }
  | { readonly pin: string; readonly offer: PinOffer }
  | { readonly kept: Kept };

/** The player refuses this phone. `away`: it does not answer. */
export class TurnedAway extends Error {
  readonly why: PhoneRefusal | 'away';

  constructor(why: PhoneRefusal | 'away') {
    super(why);
    this.why = why;
  }
}

/** Something was left out; it costs no request. */
export class Incomplete extends Error {
  readonly key: PlainKey;

  constructor(key: PlainKey) {
    super(key);
    this.key = key;
  }
}

/** The player received the request, and it failed. */
export class Refused extends Error {
  readonly refusal: SetupRefusal;

  constructor(refusal: SetupRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface Outcome<Act extends SetupRequest['act']> {
  readonly answer?: SetupAnswers[Act];
  readonly refusal?: SetupRefusal;
}

/** How this phone is known to the player, for when its page is loaded again. */
const kept = 'vitrine-setup';

interface Kept {
  readonly secret: string;
  readonly session: string;
  readonly half: string | null;
  readonly count: number;
}

/** The channel that this phone had; null: none, or the code is of another start of the player. */
export function resumed(key: Uint8Array | null, words: Words): Channel | null {
  try {
    const known = JSON.parse(localStorage.getItem(kept) ?? 'null') as Kept | null;
    if (known === null || (key !== null && toText(key) !== known.secret)) return null;
    return new Channel({ kept: known }, words);
  } catch {
    // Nothing that this page has written.
    return null;
  }
}

/**
 * The phone's end of the encrypted channel. A page loaded over http has no `crypto.subtle`, but random numbers are
 * available.
 */
export class Channel {
  readonly #session: Uint8Array;
  readonly #half: string | null;
  readonly #secret: Uint8Array;
  readonly #fromPhone: Uint8Array;
  readonly #fromPlayer: Uint8Array;
  /** The check number, also shown on the screen once the player has received a message. */
  readonly check: string;

  readonly #message: Words['message'];

  constructor(way: Way, { message }: Pick<Words, 'message'>) {
    this.#message = message;
    const { session, secret, half, count } = begun(way);
    this.#session = session;
    this.#secret = secret;
    this.#half = half;
    this.#count = count;
    const keys = hkdf(sha256, secret, this.#session, new TextEncoder().encode('vitrine setup 1'), 68);
    this.#fromPhone = keys.slice(0, 32);
    this.#fromPlayer = keys.slice(32, 64);
    this.check = checkNumber(keys.slice(64));
  }

  #count: number;

  /** Before each message: the player accepts no number twice. */
  #remember(): void {
    const known: Kept = {
      secret: toText(this.#secret),
      session: toText(this.#session),
      half: this.#half,
      count: this.#count,
    };
    localStorage.setItem(kept, JSON.stringify(known));
  }

  async ask<Act extends SetupRequest['act']>(
    ask: Extract<SetupRequest, { readonly act: Act }>,
  ): Promise<SetupAnswers[Act]> {
    const count = ++this.#count;
    this.#remember();
    const text = new TextEncoder().encode(JSON.stringify(ask));
    const sealed: SealedRequest = {
      session: toText(this.#session),
      half: this.#half,
      count,
      box: toText(chacha20poly1305(this.#fromPhone, nonce(count)).encrypt(text)),
    };
    const answer = await say(sealed);
    if (answer.turned !== undefined) throw new TurnedAway(answer.turned);
    const opened = chacha20poly1305(this.#fromPlayer, nonce(count)).decrypt(fromText(answer.box ?? ''));
    const outcome = localized(JSON.parse(new TextDecoder().decode(opened)) as Outcome<Act>, this.#message);
    if (outcome.refusal) throw new Refused(outcome.refusal);
    return outcome.answer as SetupAnswers[Act];
  }
}

function begun(way: Way) {
  if ('kept' in way) {
    const { session, secret, half, count } = way.kept;
    return { session: fromText(session), secret: fromText(secret), half, count };
  }
  if ('key' in way)
    return { session: crypto.getRandomValues(new Uint8Array(16)), secret: way.key, half: null, count: 0 };
  return { session: fromText(way.offer.session), ...agreed(way.pin, way.offer), count: 0 };
}

async function say(
  sealed: SealedRequest,
): Promise<{ readonly turned?: PhoneRefusal; readonly box?: string }> {
  try {
    const response = await fetch('/setup/say', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sealed),
      signal: AbortSignal.timeout(120_000),
    });
    return (await response.json()) as { readonly turned?: PhoneRefusal; readonly box?: string };
  } catch {
    throw new TurnedAway('away');
  }
}

/** The player's answer proves that it knows the PIN; this phone sends only its share and encrypted messages. */
function agreed(pin: string, offer: PinOffer): { readonly secret: Uint8Array; readonly half: string } {
  const [session, theirs] = [fromText(offer.session), fromText(offer.half)];
  const number = numberOf(crypto.getRandomValues(new Uint8Array(32)));
  const own = shareOf({ pin, channel: new TextEncoder().encode(pinChannel), session }, number);
  const secret = keyWith(theirs, number, session, transcriptOf(own, theirs));
  if (secret === null) throw new TurnedAway('again');
  return { secret, half: toText(own) };
}

/** Each attempt with a PIN needs its own offer. */
export async function newOffer(): Promise<PinOffer> {
  const offer = await offered();
  if ('turned' in offer) throw new TurnedAway(offer.turned);
  return offer;
}

async function offered(): Promise<PinOffer | { readonly turned: PhoneRefusal }> {
  try {
    return (await (await fetch('/setup/half', { method: 'POST' })).json()) as
      | PinOffer
      | { readonly turned: PhoneRefusal };
  } catch {
    throw new TurnedAway('away');
  }
}

function nonce(count: number): Uint8Array {
  const bytes = new Uint8Array(12);
  new DataView(bytes.buffer).setBigUint64(4, BigInt(count));
  return bytes;
}

function toText(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export function fromText(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}
