import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { keyWith, numberOf, shareOf, transcriptOf } from '../../shared/cpace.ts';
import { checkNumber, pinChannel } from '../../shared/setup.ts';

/**
 * Seals the messages between phone and player (ChaCha20-Poly1305): a page loaded over http may not use the browser's own
 * ciphers, and anyone in the network could eavesdrop. It does not protect against tampering with the page in transit.
 */
export interface Keys {
  readonly fromPhone: Buffer;
  readonly fromPlayer: Buffer;
  /** Shown by phone and screen for a person to compare; nobody else can compute it. */
  readonly check: string;
}

const tagBytes = 16;

/** In the QR code, after the # of the address, which a browser never sends. */
export function newCodeKey(): Buffer {
  return randomBytes(32);
}

/** `secret`: known to both sides. `session`: the phone's random 16 bytes, so that no two phones share a key. */
export function keysFor(secret: Uint8Array, session: Uint8Array): Keys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, session, 'vitrine setup 1', 68));
  const check = checkNumber(bytes.subarray(64));
  return { fromPhone: bytes.subarray(0, 32), fromPlayer: bytes.subarray(32, 64), check };
}

/** The player's half for one PIN attempt. */
export interface Offer {
  /** 16 bytes, which become the phone's session. */
  readonly session: Buffer;
  readonly share: Uint8Array;
  readonly secret: bigint;
}

const channel = new TextEncoder().encode(pinChannel);

export function offerFor(pin: string): Offer {
  const [session, secret] = [randomBytes(16), numberOf(randomBytes(32))];
  return { session, secret, share: shareOf({ pin, channel, session }, secret) };
}

/** The shared secret after the phone has sent its half; with a wrong PIN the two sides differ. Null: not a valid half. */
export function secretWith({ session, share, secret }: Offer, half: Uint8Array): Uint8Array | null {
  return keyWith(half, secret, session, transcriptOf(half, share));
}

export function seal(key: Uint8Array, count: number, text: string): string {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce(count), { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Null: sealed with another key, or changed in transit. */
export function unseal(key: Uint8Array, count: number, box: string): string | null {
  const bytes = Buffer.from(box, 'base64url');
  if (bytes.length < tagBytes) return null;
  try {
    const decipher = createDecipheriv('chacha20-poly1305', key, nonce(count), { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
    const text = decipher.update(bytes.subarray(0, bytes.length - tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A key seals one message for each count. */
function nonce(count: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(count), 4);
  return bytes;
}
