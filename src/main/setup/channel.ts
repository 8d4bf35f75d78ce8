import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * What a phone and the player say is sealed (ChaCha20-Poly1305), as a page that came over http may not use the browser's own
 * ciphers and everybody in the network could read along. Whoever changes the page itself on its way is not stopped by it.
 */
export interface Keys {
  readonly fromPhone: Buffer;
  readonly fromPlayer: Buffer;
}

const tagBytes = 16;

/** In the code on the screen, behind the # of the address, which a browser never sends. */
export function newCodeKey(): Buffer {
  return randomBytes(32);
}

/** `secret`: what both sides know. `session`: the phone's random 16 bytes, so that no two phones ever share a key. */
export function keysFor(secret: Uint8Array, session: Uint8Array): Keys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, session, 'vitrine setup 1', 64));
  return { fromPhone: bytes.subarray(0, 32), fromPlayer: bytes.subarray(32) };
}

/** The player's half of the key that it agrees on with a phone whose person types the PIN. */
export class Halves {
  readonly #own = generateKeyPairSync('x25519');

  /** 32 bytes, for everybody to know. */
  get own(): Buffer {
    return Buffer.from(this.#own.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  }

  /** What both know: their halves and the PIN, so that only who has read the screen comes to the same key. Null: no half. */
  secret(half: string, pin: string): Uint8Array | null {
    try {
      const publicKey: KeyObject = createPublicKey({
        key: { kty: 'OKP', crv: 'X25519', x: half },
        format: 'jwk',
      });
      const shared = diffieHellman({ privateKey: this.#own.privateKey, publicKey });
      return Buffer.concat([shared, Buffer.from(pin)]);
    } catch {
      // No point of the curve, or one that would make every key the same.
      return null;
    }
  }
}

export function seal(key: Uint8Array, count: number, text: string): string {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce(count), { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Null: it was sealed with another key, or changed on its way. */
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
