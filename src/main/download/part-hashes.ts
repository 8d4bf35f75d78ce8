import { createHash, type Hash, hash } from 'node:crypto';
import type { ContentHash } from '../edition/records.ts';
import type { OpenFile } from '../ground/fs.ts';
import { blockBytes } from './blocks.ts';

type Algorithm = ContentHash['algorithm'];

export interface Digests {
  readonly sha256: string;
  readonly md5: string | null;
  readonly sha1: string | null;
}

/** Running hashes over the bytes of a part: SHA-256 and the kinds that the server names. */
export class PartHashes {
  readonly #algorithms: readonly Algorithm[];
  /** Null until the first bytes: a file of one block needs no running hashes. */
  #running: ReadonlyMap<Algorithm, Hash> | null = null;

  constructor(hashes: readonly ContentHash[]) {
    this.#algorithms = [...new Set<Algorithm>(['sha256', ...hashes.map(({ algorithm }) => algorithm)])];
  }

  update(bytes: Uint8Array): void {
    this.#running ??= new Map(this.#algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
    for (const hash of this.#running.values()) hash.update(bytes);
  }

  reset(): void {
    this.#running = null;
  }

  /** SHA-256 of the bytes so far; null when there were none. */
  get sha256(): string | null {
    return this.#running?.get('sha256')?.copy().digest('hex') ?? null;
  }

  /** Hashes the first `length` bytes of a file. False when it is shorter. */
  async read(file: OpenFile, length: number): Promise<boolean> {
    const buffer = Buffer.allocUnsafe(Math.min(blockBytes, length));
    for (let position = 0; position < length; ) {
      const wanted = Math.min(buffer.length, length - position);
      const read = await file.read(buffer.subarray(0, wanted), position);
      if (read === 0) return false;
      this.update(buffer.subarray(0, read));
      position += read;
    }
    return true;
  }

  /** Ends the hashes with the last block. A small file is hashed in one call: a running hash costs as much as 100 kB more. */
  digests(last: Buffer): Digests {
    const hex = (algorithm: Algorithm) => {
      if (!this.#algorithms.includes(algorithm)) return null;
      return this.#running?.get(algorithm)?.update(last).digest('hex') ?? hash(algorithm, last);
    };
    return { sha256: hex('sha256') ?? '', md5: hex('md5'), sha1: hex('sha1') };
  }
}
