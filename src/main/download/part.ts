import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Download } from '../edition/records.ts';
import { sizeOf, unlinkIfThere } from '../ground/durable-file.ts';
import type { OpenFile } from '../ground/fs.ts';
import { type ByteSource, bytesInMemory } from '../media/byte-source.ts';
import { blockBytes } from './blocks.ts';
import type { DownloadTask } from './download-task.ts';
import type { SharedNeeds } from './needs.ts';
import { type Digests, PartHashes } from './part-hashes.ts';
import { type Noted, readSidecar, writeSidecar } from './part-sidecar.ts';
import type { SyncStore } from './ports.ts';

type PartNeeds = Pick<SharedNeeds, 'fs' | 'blocks'> & { readonly store: Pick<SyncStore, 'partsFolder'> };

type PartOf = Pick<DownloadTask, 'source'> & {
  readonly download: Pick<Download, 'marker' | 'hashes'>;
};

/** The shared name of a part and its sidecar. Names and ids of the server never become paths. */
export function partName({ source, marker }: { readonly source: string; readonly marker: string }): string {
  return hash('sha256', `${source}\0${marker}`);
}

const nothing = Buffer.alloc(0);

/**
 * One unfinished download on disk. The bytes in its sidecar's note are flushed, and are hashed again before a download
 * resumes: a part left by a crash is either proven or started again.
 */
export class Part {
  readonly path: string;
  readonly #needs: PartNeeds;
  readonly #sidecarPath: string;
  /** Over everything before the block that is being filled. */
  readonly #hashes: PartHashes;
  #file: OpenFile | null = null;
  #noted: Noted | null = null;
  #hasSidecar = false;
  #received = 0;
  #block: Buffer | null = null;
  #filled = 0;
  /** The previous block, whose bytes are being written or are written. */
  #spare: Buffer | null = null;
  /** The spare block holds all received bytes. */
  #isInSpare = false;
  #writing: Promise<void> = Promise.resolve();
  #checkpointing: Promise<void> | null = null;
  /** Set by a failed write or flush: the kernel may report unwritten bytes as written, so the whole part is discarded. */
  #failure: unknown = null;

  constructor(needs: PartNeeds, of: PartOf) {
    this.#needs = needs;
    const base = join(needs.store.partsFolder, partName({ source: of.source, marker: of.download.marker }));
    this.path = `${base}.part`;
    this.#sidecarPath = `${base}.json`;
    this.#hashes = new PartHashes(of.download.hashes);
  }

  get received(): number {
    return this.#received;
  }

  /** The note about the received bytes; null for a part without any. */
  get noted(): Noted | null {
    return this.#received > 0 ? this.#noted : null;
  }

  /** Resumes the part of an earlier attempt if its bytes can be proven. */
  async resume(): Promise<void> {
    const noted = await readSidecar(this.#needs.fs, this.#sidecarPath);
    if (noted === null) return;
    this.#hasSidecar = true;
    if (!(await this.#prove(noted))) return;
    this.#noted = noted;
    this.#received = noted.bytes;
  }

  /** Hashes the noted bytes, and returns whether they are what they were. */
  async #prove(noted: Noted): Promise<boolean> {
    if (((await sizeOf(this.#needs.fs, this.path)) ?? 0) < noted.bytes) return false;
    const file = await this.#needs.fs.open(this.path, 'r');
    let isProven = false;
    try {
      isProven = (await this.#hashes.read(file, noted.bytes)) && this.#hashes.sha256 === noted.sha256;
    } finally {
      if (!isProven) this.#hashes.reset();
      await file.close();
    }
    return isProven;
  }

  /** Opens the file for more bytes after the received ones. */
  async begin(about: Pick<Noted, 'validator' | 'total'>): Promise<void> {
    const from = this.#received;
    this.#noted = { bytes: from, sha256: '', ...about };
    this.#file = await this.#needs.fs.open(this.path, from === 0 ? 'w' : 'a');
    if (from > 0) await this.#file.truncate(from);
    this.#block = this.#needs.blocks.take();
  }

  /** Null: more may come at once. Otherwise it resolves when the previous block is written. */
  write(chunk: Uint8Array): Promise<void> | null {
    if (this.#block === null) throw new Error('write to a part that has not begun');
    if (chunk.length > blockBytes - this.#filled) return this.#writeAcross(chunk);
    this.#fill(this.#block, chunk);
    return null;
  }

  async #writeAcross(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#filled === blockBytes) await this.#nextBlock();
      if (this.#block === null) throw new Error('write to a part that has ended');
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

  /** Starts writing the full block and continues in the other one, which is written by then. */
  async #nextBlock(): Promise<void> {
    const written = this.#spare;
    await this.#handOver();
    this.#block = written ?? this.#needs.blocks.take();
  }

  async #handOver(): Promise<void> {
    if (this.#block === null) return;
    this.#hashes.update(this.#filledBytes());
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

  /** Waits for pending writes. Throws the first error of a background write or flush. */
  async #settled(): Promise<void> {
    await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /**
   * Flushes and notes the received bytes while more come in. A call during a running checkpoint does nothing.
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
    // A closed file comes first: `finish` has ended the hashes, which cannot be read any more.
    if (this.#file === null || this.#noted === null) return;
    const { sha256 } = this.#hashes;
    if (sha256 === null) return;
    const noted = { ...this.#noted, bytes: this.#received - this.#filled, sha256 };
    if (noted.bytes === 0) return;
    await this.#settled();
    await this.#file.sync();
    this.#hasSidecar = true;
    await writeSidecar(this.#needs.fs, this.#sidecarPath, noted);
  }

  /** Keeps the received bytes of a failed attempt for the next one. */
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

  /** Call when everything has come. The bytes are written but not yet durable. */
  async finish(): Promise<Digests> {
    // The last block is hashed after its write: if that fails, the running hashes still match the bytes on the disk.
    const last = this.#filledBytes();
    await this.#writeOut();
    await this.#settled();
    await this.#close();
    // `#close` awaited a running checkpoint, whose flush may have failed.
    await this.#settled();
    return this.#hashes.digests(last);
  }

  /** Reads the finished bytes, from memory when one block holds them all. */
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

  /** Call after the last read of `contents`. */
  release(): void {
    this.#needs.blocks.giveBack(this.#spare);
    this.#spare = null;
  }

  /** Removes the received bytes: the next `begin` starts from the beginning. */
  async discard(): Promise<void> {
    await this.#close();
    this.release();
    await unlinkIfThere(this.#needs.fs, this.path);
    await this.forgetSidecar();
    this.#hashes.reset();
    this.#received = 0;
    this.#noted = null;
    this.#failure = null;
  }

  /** Call after the part has become an object. */
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
}
