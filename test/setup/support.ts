import { randomBytes } from 'node:crypto';
import type { HeldKeyboard, Key, KeyName } from '../../src/main/host/host.ts';
import { type Keys, keysFor, seal, unseal } from '../../src/main/setup/channel.ts';
import { keyWith, numberOf, shareOf, transcriptOf } from '../../src/shared/cpace.ts';
import { type PinOffer, pinChannel, type SealedRequest } from '../../src/shared/setup.ts';

/** The choices for a setup with the demo CMS. */
export const choice = {
  kind: 'device',
  id: '3',
  rotation: 0,
  volume: 50,
  timeZone: 'Europe/Berlin',
  language: 'de',
};

/** A phone that sends whatever a test wants. */
export class TestPhone {
  readonly session: string;
  readonly half: string | null;
  readonly #keys: Keys;
  #count = 0;

  private constructor(secret: Uint8Array, session: string, half: string | null) {
    this.session = session;
    this.half = half;
    this.#keys = keysFor(secret, Buffer.from(this.session, 'base64url'));
  }

  static withCode(key: Uint8Array): TestPhone {
    return new TestPhone(key, randomBytes(16).toString('base64url'), null);
  }

  static withPin(pin: string, offer: PinOffer): TestPhone {
    const [session, theirs] = [Buffer.from(offer.session, 'base64url'), Buffer.from(offer.half, 'base64url')];
    const number = numberOf(randomBytes(32));
    const own = shareOf({ pin, channel: Buffer.from(pinChannel), session }, number);
    const secret = keyWith(theirs, number, session, transcriptOf(own, theirs));
    if (secret === null) throw new Error('no half');
    return new TestPhone(secret, offer.session, Buffer.from(own).toString('base64url'));
  }

  get check(): string {
    return this.#keys.check;
  }

  says(ask: unknown): SealedRequest {
    const count = ++this.#count;
    const box = seal(this.#keys.fromPhone, count, JSON.stringify(ask));
    return { session: this.session, half: this.half, count, box };
  }

  opens({ count }: SealedRequest, box: string): unknown {
    const text = unseal(this.#keys.fromPlayer, count, box);
    return text === null ? null : JSON.parse(text);
  }
}

/** A keyboard at the screen, and a person who types. */
export class TestKeyboard {
  #heard: (key: Key) => void = () => undefined;
  #ended = Promise.withResolvers<void>();
  letGo = false;

  held(heard: (key: Key) => void): HeldKeyboard {
    this.#heard = heard;
    this.#ended = Promise.withResolvers();
    return {
      ended: this.#ended.promise,
      arrange: async () => true,
      letGo: () => {
        this.letGo = true;
      },
    };
  }

  types(text: string): void {
    for (const letter of text) this.#heard({ text: letter });
  }

  async press(...names: readonly KeyName[]): Promise<void> {
    for (const name of names) this.#heard({ name });
    await Promise.resolve();
  }

  /** As when the X server dies. */
  lose(): void {
    this.#ended.resolve();
  }
}
