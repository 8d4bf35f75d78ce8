import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KeptFile, type KeptFileNeeds } from './kept-file.ts';

const cipher = 'aes-256-gcm';
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];

/**
 * One value, encrypted by a key in a file beside it. It is protected where the value's file is copied without the key's, and not
 * from an account that reads both.
 */
export class EncryptedFile {
  readonly #key: KeptFile<string | null>;
  readonly #file: KeptFile<string | null>;
  /** Null: there is none, or it cannot be read. */
  readonly found: unknown;
  /** There was a value, which cannot be read. */
  readonly isLost: boolean;

  constructor(dataDir: string, name: string, needs?: KeptFileNeeds) {
    this.#key = new KeptFile(dataDir, `${name}.key`, textOf, needs);
    this.#file = new KeptFile(dataDir, `${name}.json`, textOf, needs);
    this.found = this.#file.value === null ? null : decrypted(this.#file.value, this.#key.value);
    this.isLost = this.found === null && existsSync(join(dataDir, `${name}.json`));
  }

  /** It takes effect at once, and is written in the background. */
  keep(value: unknown): void {
    let key = keyOf(this.#key.value);
    if (key === null) {
      key = randomBytes(keyBytes);
      this.#key.keep(key.toString('base64'));
    }
    this.#file.keep(encrypted(value, key));
  }

  /** Resolves when it is on the disk (true) or was rejected. */
  async settled(): Promise<boolean> {
    const [hasKey, hasValue] = await Promise.all([this.#key.settled(), this.#file.settled()]);
    return hasKey && hasValue;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function keyOf(text: string | null): Buffer | null {
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === keyBytes ? key : null;
}

function encrypted(value: unknown, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const by = createCipheriv(cipher, key, iv);
  const bytes = Buffer.concat([by.update(JSON.stringify(value)), by.final()]);
  return Buffer.concat([iv, by.getAuthTag(), bytes]).toString('base64');
}

function decrypted(text: string, keyText: string | null): unknown {
  const key = keyOf(keyText);
  const all = Buffer.from(text, 'base64');
  if (key === null || all.length < ivBytes + tagBytes) return null;
  try {
    const by = createDecipheriv(cipher, key, all.subarray(0, ivBytes));
    by.setAuthTag(all.subarray(ivBytes, ivBytes + tagBytes));
    const bytes = Buffer.concat([by.update(all.subarray(ivBytes + tagBytes)), by.final()]);
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Damaged, or of another key: the caller says that it is lost.
    return null;
  }
}
