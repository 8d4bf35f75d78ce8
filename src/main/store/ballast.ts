import { randomFillSync } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { systemCode } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import { sizeOf, unlinkIfThere } from './durable-file.ts';
import type { Layout } from './layout.ts';

/**
 * A file of no use but its size. On a full disk even deleting rows needs space for the journal: giving the ballast
 * up lets the database go on while reclaim makes real room.
 */
export class Ballast {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #bytes: number;
  #held = false;

  constructor(fs: FileSystem, layout: Layout, bytes: number) {
    this.#fs = fs;
    this.#path = layout.ballast;
    this.#bytes = bytes;
  }

  /** Puts it in place unless that would itself make space short. */
  async restore(freeBytes: number, floorBytes: number): Promise<void> {
    if (this.#held || this.#bytes === 0) return;
    if ((await sizeOf(this.#fs, this.#path)) === this.#bytes) {
      this.#held = true;
      return;
    }
    if (freeBytes < floorBytes + 2 * this.#bytes) return;
    try {
      await this.#write();
      this.#held = true;
    } catch (thrown) {
      await unlinkIfThere(this.#fs, this.#path);
      throw thrown;
    }
  }

  /** At once, from inside a failed write. Answers whether there was anything to give up. */
  release(): boolean {
    this.#held = false;
    try {
      unlinkSync(this.#path);
      return true;
    } catch (thrown) {
      if (systemCode(thrown) === null) throw thrown;
      return false;
    }
  }

  /** Random bytes, so that no file system compresses it away. */
  async #write(): Promise<void> {
    const chunk = new Uint8Array(Math.min(this.#bytes, 1024 * 1024));
    const file = await this.#fs.open(this.#path, 'w');
    try {
      for (let left = this.#bytes; left > 0; left -= chunk.length) {
        randomFillSync(chunk);
        await file.write(chunk.subarray(0, Math.min(left, chunk.length)));
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
