import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The bytes of a media file: in memory, or in a file that is always streamed. */
export interface StoredBytes {
  readonly from: { readonly memory: Uint8Array } | { readonly path: string };
  readonly size: number;
  readonly modifiedAt: number;
  /** Null: unknown, because hashing 10 GB takes long. */
  readonly hashes: Hashes | null;
}

export interface Hashes {
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
}

export class Hashing {
  readonly #md5 = createHash('md5');
  readonly #sha1 = createHash('sha1');
  readonly #sha256 = createHash('sha256');

  update(chunk: Uint8Array): this {
    this.#md5.update(chunk);
    this.#sha1.update(chunk);
    this.#sha256.update(chunk);
    return this;
  }

  done(): Hashes {
    return {
      md5: this.#md5.digest('hex'),
      sha1: this.#sha1.digest('hex'),
      sha256: this.#sha256.digest('hex'),
    };
  }
}

export function bytesInMemory(memory: Uint8Array, modifiedAt: number): StoredBytes {
  return {
    from: { memory },
    size: memory.byteLength,
    modifiedAt,
    hashes: new Hashing().update(memory).done(),
  };
}

/** `hashes` saves reading the file; null leaves them unknown. */
export async function bytesInFile(path: string, hashes?: Hashes | null): Promise<StoredBytes> {
  const { size, mtimeMs } = await stat(path);
  const known = hashes === undefined ? await hashFile(path) : hashes;
  return { from: { path }, size, modifiedAt: Math.floor(mtimeMs), hashes: known };
}

async function hashFile(path: string): Promise<Hashes> {
  const hashing = new Hashing();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hashing.update(chunk);
  return hashing.done();
}
