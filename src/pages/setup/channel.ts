import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keyWith, numberOf, shareOf, transcriptOf } from '../../shared/cpace.ts';
import { localized } from '../../shared/languages/formatter.js';
import type { Words } from '../../shared/languages/words.ts';
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
export type Way = { readonly key: Uint8Array } | { readonly pin: string; readonly offer: PinOffer };

/** The player refuses this phone. `away`: it does not answer. */
export class TurnedAway extends Error {
  readonly why: PhoneRefusal | 'away';

  constructor(why: PhoneRefusal | 'away') {
    super(why);
    this.why = why;
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

interface Told<Act extends SetupRequest['act']> {
  readonly answer?: SetupAnswers[Act];
  readonly refusal?: SetupRefusal;
}

/**
 * The phone's end of the encrypted channel. A page loaded over http has no `crypto.subtle`, but random numbers are
 * available.
 */
export class Channel {
  readonly #session: Uint8Array;
  readonly #half: string | null;
  readonly #fromPhone: Uint8Array;
  readonly #fromPlayer: Uint8Array;
  /** The check number, also shown on the screen once the player has received a message. */
  readonly check: string;

  readonly #message: Words['message'];

  constructor(way: Way, { message }: Pick<Words, 'message'>) {
    this.#message = message;
    this.#session = 'key' in way ? crypto.getRandomValues(new Uint8Array(16)) : fromText(way.offer.session);
    const { secret, half } = 'key' in way ? { secret: way.key, half: null } : agreed(way.pin, way.offer);
    this.#half = half;
    const keys = hkdf(sha256, secret, this.#session, new TextEncoder().encode('vitrine setup 1'), 68);
    this.#fromPhone = keys.slice(0, 32);
    this.#fromPlayer = keys.slice(32, 64);
    this.check = checkNumber(keys.slice(64));
  }

  #count = 0;

  async ask<Act extends SetupRequest['act']>(
    ask: Extract<SetupRequest, { readonly act: Act }>,
  ): Promise<SetupAnswers[Act]> {
    const count = ++this.#count;
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
    const told = localized(JSON.parse(new TextDecoder().decode(opened)) as Told<Act>, this.#message);
    if (told.refusal) throw new Refused(told.refusal);
    return told.answer as SetupAnswers[Act];
  }
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
  const told = await offered();
  if ('turned' in told) throw new TurnedAway(told.turned);
  return told;
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
