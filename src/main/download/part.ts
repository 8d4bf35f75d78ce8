import { createHash, type Hash, hash } from 'node:crypto';
import { join } from 'node:path';
import type { ContentHash, Download } from '../edition/records.ts';
import { sizeOf, unlinkIfThere } from '../ground/durable-file.ts';
import type { OpenFile } from '../ground/fs.ts';
import { type ByteSource, bytesInMemory } from '../media/byte-source.ts';
import { blockBytes } from './blocks.ts';
import type { DownloadTask } from './download-task.ts';
import type { SharedNeeds } from './needs.ts';
import { type Noted, readSidecar, writeSidecar } from './part-sidecar.ts';
import type { SyncStore } from './ports.ts';

type PartNeeds = Pick<SharedNeeds, 'fs' | 'blocks'> & { readonly store: Pick<SyncStore, 'partsFolder'> };

type PartOf = Pick<DownloadTask, 'source'> & {
  readonly download: Pick<Download, 'marker' | 'hashes'>;
};

/** The name that a part and its sidecar share. Names and ids of the server never become paths. */
export function partName({ source, marker }: { readonly source: string; readonly marker: string }): string {
  return hash('sha256', `${source}\0${marker}`);
}

export interface Digests {
  readonly sha256: string;
  readonly md5: string | null;
  readonly sha1: string | null;
}

type Algorithm = ContentHash['algorithm'];

const nothing = Buffer.alloc(0);

/**
 * One unfinished download on disk. What its sidecar notes has been flushed to the disk, and is hashed again before
 * it is built upon: a part that a crash has left is either proven or begun anew.
 */
export class Part {
  readonly path: string;
  readonly #needs: PartNeeds;
  readonly #sidecarPath: string;
  readonly #algorithms: readonly Algorithm[];
  #file: OpenFile | null = null;
  /** The hashes of everything before the block that is being filled; null while there is nothing before it. */
  #hashes: ReadonlyMap<Algorithm, Hash> | null = null;
  #noted: Noted | null = null;
  #hasSidecar = false;
  #received = 0;
  #block: Buffer | null = null;
  #filled = 0;
  /** The other block: what is in it is being written, or is written. */
  #spare: Buffer | null = null;
  /** Nothing but what is in the spare block has come. */
  #isInSpare = false;
  #writing: Promise<void> = Promise.resolve();
  #checkpointing: Promise<void> | null = null;
  /** After a failed flush the disk may claim what it does not hold: nothing of this part is trusted any more. */
  #failure: unknown = null;

  constructor(needs: PartNeeds, of: PartOf) {
    this.#needs = needs;
    const base = join(needs.store.partsFolder, partName({ source: of.source, marker: of.download.marker }));
    this.path = `${base}.part`;
    this.#sidecarPath = `${base}.json`;
    this.#algorithms = [
      ...new Set<Algorithm>(['sha256', ...of.download.hashes.map((hash) => hash.algorithm)]),
    ];
  }

  get received(): number {
    return this.#received;
  }

  /** What was noted of the bytes that are here, or null for a part that begins at the beginning. */
  get noted(): Noted | null {
    return this.#received > 0 ? this.#noted : null;
  }

  /** Goes on from what an earlier attempt left, if its bytes can be proven. */
  async resume(): Promise<void> {
    const noted = await readSidecar(this.#needs.fs, this.#sidecarPath);
    if (noted === null) return;
    this.#hasSidecar = true;
    const hashes = await this.#prove(noted);
    if (hashes === null) return;
    this.#hashes = hashes;
    this.#noted = noted;
    this.#received = noted.bytes;
  }

  /** The hashes of the noted bytes; null when they are not what they were. */
  async #prove(noted: Noted): Promise<Map<Algorithm, Hash> | null> {
    if (((await sizeOf(this.#needs.fs, this.path)) ?? 0) < noted.bytes) return null;
    const file = await this.#needs.fs.open(this.path, 'r');
    const hashes = this.#newHashes();
    try {
      const buffer = Buffer.allocUnsafe(Math.min(blockBytes, noted.bytes));
      for (let position = 0; position < noted.bytes; ) {
        const wanted = Math.min(buffer.length, noted.bytes - position);
        const read = await file.read(buffer.subarray(0, wanted), position);
        if (read === 0) return null;
        for (const hash of hashes.values()) hash.update(buffer.subarray(0, read));
        position += read;
      }
    } finally {
      await file.close();
    }
    return hashOf(hashes, 'sha256') === noted.sha256 ? hashes : null;
  }

  /** Opens it for more bytes, after those that are here. */
  async begin(about: Pick<Noted, 'validator' | 'total'>): Promise<void> {
    const from = this.#received;
    this.#noted = { bytes: from, sha256: '', ...about };
    this.#file = await this.#needs.fs.open(this.path, from === 0 ? 'w' : 'a');
    if (from > 0) await this.#file.truncate(from);
    this.#block = this.#needs.blocks.take();
  }

  /** Null: more may come at once. Else it resolves when the block before this one is written. */
  write(chunk: Uint8Array): Promise<void> | null {
    if (this.#block === null) throw new Error('a part is written to before it has begun');
    if (chunk.length > blockBytes - this.#filled) return this.#writeAcross(chunk);
    this.#fill(this.#block, chunk);
    return null;
  }

  async #writeAcross(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#filled === blockBytes) await this.#nextBlock();
      if (this.#block === null) throw new Error('a part is written to after it has ended');
      const taken = rest.subarray(0, blockBytes - this.#filled);
      this.#fill(this.#block, taken);
      rest = rest.subarray(taken.length);
    }
  }

  #fill(block: Buffer, bytes: Uint8Array): void {
    block.set(bytes, this.#filled);
    this.#filled += bytes.length;
    this.#received += bytes.length;
  }

  /** Hands the full block to the disk and goes on with the other one, which is written by then. */
  async #nextBlock(): Promise<void> {
    const written = this.#spare;
    await this.#handOver();
    this.#block = written ?? this.#needs.blocks.take();
  }

  async #handOver(): Promise<void> {
    if (this.#block === null) return;
    this.#hashes ??= this.#newHashes();
    for (const hash of this.#hashes.values()) hash.update(this.#filledBytes());
    await this.#writeOut();
  }

  #filledBytes(): Buffer {
    return this.#block?.subarray(0, this.#filled) ?? nothing;
  }

  async #writeOut(): Promise<void> {
    const full = this.#block;
    const file = this.#file;
    if (full === null || file === null) return;
    const bytes = this.#filledBytes();
    await this.#settled();
    this.#writing = file.write(bytes).catch((error: unknown) => {
      this.#failure ??= error;
    });
    this.#isInSpare = bytes.length === this.#received;
    this.#spare = full;
    this.#block = null;
    this.#filled = 0;
  }

  /** Throws an error that the disk gave while nobody was waiting for it. */
  async #settled(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /**
   * Makes what has come durable and notes it, while more is coming in. One at a time: asking again meanwhile does
   * nothing.
   */
  checkpoint(): void {
    if (this.#checkpointing !== null) return;
    this.#checkpointing = this.#note()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#checkpointing = null;
      });
  }

  async #note(): Promise<void> {
    if (this.#file === null || this.#noted === null || this.#hashes === null) return;
    const noted = {
      ...this.#noted,
      bytes: this.#received - this.#filled,
      sha256: hashOf(this.#hashes, 'sha256'),
    };
    if (noted.bytes === 0) return;
    await this.#settled();
    await this.#file.sync();
    this.#hasSidecar = true;
    await writeSidecar(this.#needs.fs, this.#sidecarPath, noted);
  }

  /** The attempt failed: what has come is kept for the next one. */
  async keep(): Promise<void> {
    try {
      await this.#checkpointing;
      await this.#handOver();
      await this.#note();
    } finally {
      await this.#close();
      this.release();
    }
    if (this.#failure !== null) await this.discard();
  }

  /** Everything has come. The bytes are written, not yet durable. */
  async finish(): Promise<Digests> {
    // Written last, hashed even later: if the disk fails before that, the hashes still fit what can be kept.
    const last = this.#filledBytes();
    await this.#writeOut();
    await this.#settled();
    await this.#close();
    // A checkpoint may still have been under way, and its flush may have failed.
    await this.#settled();
    return this.#digests(last);
  }

  /** A small file is hashed in one call: creating and feeding a hash costs as much again as hashing 100 kB. */
  #digests(last: Buffer): Digests {
    const hex = (algorithm: Algorithm) => {
      if (!this.#algorithms.includes(algorithm)) return null;
      return this.#hashes?.get(algorithm)?.update(last).digest('hex') ?? hash(algorithm, last);
    };
    return { sha256: hex('sha256') ?? '', md5: hex('md5'), sha1: hex('sha1') };
  }

  /** Reads the finished bytes: from memory when one block held them all. */
  async contents(): Promise<ByteSource & { close(): Promise<void> }> {
    if (this.#spare !== null && this.#isInSpare) {
      return { ...bytesInMemory(this.#spare.subarray(0, this.#received)), close: async () => undefined };
    }
    const file = await this.#needs.fs.open(this.path, 'r');
    return {
      size: this.#received,
      read: async (position, length) => {
        const buffer = Buffer.allocUnsafe(length);
        return buffer.subarray(0, await file.read(buffer, position));
      },
      close: () => file.close(),
    };
  }

  /** Call it when nobody reads the bytes any more. */
  release(): void {
    this.#needs.blocks.giveBack(this.#spare);
    this.#spare = null;
  }

  /** Forgets the bytes that are here: the next `begin` begins at the beginning. */
  async discard(): Promise<void> {
    await this.#close();
    this.release();
    await unlinkIfThere(this.#needs.fs, this.path);
    await this.forgetSidecar();
    this.#hashes = null;
    this.#received = 0;
    this.#noted = null;
    this.#failure = null;
  }

  /** Call it after the part has become an object. */
  async forgetSidecar(): Promise<void> {
    if (!this.#hasSidecar) return;
    await unlinkIfThere(this.#needs.fs, this.#sidecarPath);
    this.#hasSidecar = false;
  }

  async #close(): Promise<void> {
    await this.#checkpointing;
    await this.#writing;
    const file = this.#file;
    this.#file = null;
    this.#needs.blocks.giveBack(this.#block);
    this.#block = null;
    this.#filled = 0;
    await file?.close();
  }

  #newHashes(): Map<Algorithm, Hash> {
    return new Map(this.#algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
  }
}

function hashOf(hashes: ReadonlyMap<Algorithm, Hash>, algorithm: Algorithm): string {
  return hashes.get(algorithm)?.copy().digest('hex') ?? '';
}
