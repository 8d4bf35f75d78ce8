import { createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Keys, keysFor, seal, unseal } from '../../src/main/setup/channel.ts';
import type { SealedAsk } from '../../src/shared/setup.ts';

/** A phone that says whatever a test wants it to say. */
export class TestPhone {
  readonly session = randomBytes(16).toString('base64url');
  readonly half: string | null;
  readonly #keys: Keys;
  #count = 0;

  private constructor(secret: Uint8Array, half: string | null) {
    this.half = half;
    this.#keys = keysFor(secret, Buffer.from(this.session, 'base64url'));
  }

  static withCode(key: Uint8Array): TestPhone {
    return new TestPhone(key, null);
  }

  static withPin(pin: string, playersHalf: string): TestPhone {
    const own = generateKeyPairSync('x25519');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: playersHalf }, format: 'jwk' });
    const shared = diffieHellman({ privateKey: own.privateKey, publicKey });
    const half = String(own.publicKey.export({ format: 'jwk' }).x);
    return new TestPhone(Buffer.concat([shared, Buffer.from(pin)]), half);
  }

  says(ask: unknown): SealedAsk {
    const count = ++this.#count;
    const box = seal(this.#keys.fromPhone, count, JSON.stringify(ask));
    return { session: this.session, half: this.half, count, box };
  }

  opens({ count }: SealedAsk, box: string): unknown {
    const text = unseal(this.#keys.fromPlayer, count, box);
    return text === null ? null : JSON.parse(text);
  }
}
