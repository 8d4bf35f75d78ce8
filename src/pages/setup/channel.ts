import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { SealedAsk, SetupAnswers, SetupAsk, SetupRefusal, Turned } from '../../shared/setup.ts';

/** How this phone has come to the key: by the code on the screen, or by its PIN. */
export type Way = { readonly key: Uint8Array } | { readonly pin: string; readonly playersHalf: string };

/** The player does not hear this phone at all. `away`: it does not even answer. */
export class TurnedAway extends Error {
  readonly why: Turned | 'away';

  constructor(why: Turned | 'away') {
    super(why);
    this.why = why;
  }
}

/** It was heard, and what was asked did not work. */
export class Refused extends Error {
  readonly refusal: SetupRefusal;

  constructor(refusal: SetupRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The other end of the player's channel. A page that came over http has no `crypto.subtle`, but random numbers it has. */
export class Channel {
  readonly #session: Uint8Array;
  readonly #half: string | null;
  readonly #fromPhone: Uint8Array;
  readonly #fromPlayer: Uint8Array;

  constructor(way: Way) {
    this.#session = crypto.getRandomValues(new Uint8Array(16));
    const { secret, half } =
      'key' in way ? { secret: way.key, half: null } : agreed(way.pin, way.playersHalf);
    this.#half = half;
    const keys = hkdf(sha256, secret, this.#session, new TextEncoder().encode('vitrine setup 1'), 64);
    this.#fromPhone = keys.slice(0, 32);
    this.#fromPlayer = keys.slice(32);
  }

  #count = 0;

  async ask<Act extends SetupAsk['act']>(
    ask: Extract<SetupAsk, { readonly act: Act }>,
  ): Promise<SetupAnswers[Act]> {
    const count = ++this.#count;
    const text = new TextEncoder().encode(JSON.stringify(ask));
    const sealed: SealedAsk = {
      ...{ session: toText(this.#session), half: this.#half, count },
      box: toText(chacha20poly1305(this.#fromPhone, nonce(count)).encrypt(text)),
    };
    const answer = await say(sealed);
    if (answer.turned !== undefined) throw new TurnedAway(answer.turned);
    const opened = chacha20poly1305(this.#fromPlayer, nonce(count)).decrypt(fromText(answer.box ?? ''));
    const told = JSON.parse(new TextDecoder().decode(opened)) as {
      readonly answer?: SetupAnswers[Act];
      readonly refusal?: SetupRefusal;
    };
    if (told.refusal) throw new Refused(told.refusal);
    return told.answer as SetupAnswers[Act];
  }
}

async function say(sealed: SealedAsk): Promise<{ readonly turned?: Turned; readonly box?: string }> {
  try {
    const response = await fetch('/setup/say', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sealed),
      signal: AbortSignal.timeout(120_000),
    });
    return (await response.json()) as { readonly turned?: Turned; readonly box?: string };
  } catch {
    throw new TurnedAway('away');
  }
}

function agreed(pin: string, playersHalf: string): { readonly secret: Uint8Array; readonly half: string } {
  const own = x25519.keygen();
  const shared = x25519.getSharedSecret(own.secretKey, fromText(playersHalf));
  const secret = new Uint8Array([...shared, ...new TextEncoder().encode(pin)]);
  return { secret, half: toText(own.publicKey) };
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
