import { randomFillSync } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { asDiskError } from '../disk-errors.ts';
import { sizeOf, unlinkIfThere } from '../durable-file.ts';
import { systemCode } from '../errors.ts';
import type { StoreNeeds } from './needs.ts';

/**
 * A file of no use but its size. On a full disk even deleting rows needs space for the journal: giving the ballast
 * up lets the database go on while reclaim makes real room.
 */
export class Ballast {
  readonly #needs: StoreNeeds;
  #held = false;

  constructor(needs: StoreNeeds) {
    this.#needs = needs;
  }

  /** Puts it in place unless that would itself make space short. */
  async restore(freeBytes: number): Promise<void> {
    const { fs, layout, limits, database } = this.#needs;
    if (this.#held || limits.ballastBytes === 0) return;
    if ((await sizeOf(fs, layout.ballast)) !== limits.ballastBytes) {
      if (freeBytes < limits.floorBytes + 2 * limits.ballastBytes) return;
      try {
        await this.#write();
      } catch (thrown) {
        await unlinkIfThere(fs, layout.ballast);
        throw thrown;
      }
    }
    this.#held = true;
    database.beLavish();
  }

  get isWhole(): boolean {
    return this.#held || this.#needs.limits.ballastBytes === 0;
  }

  /** Small files that the show depends on are written from the reserve too. */
  async serve<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      if (asDiskError(thrown, 'writing').code !== 'disk-full' || !this.release()) throw thrown;
      return work();
    }
  }

  /** At once, from inside a failed write. Answers whether there was anything to give up. */
  release(): boolean {
    this.#held = false;
    try {
      unlinkSync(this.#needs.layout.ballast);
      this.#needs.health.full('The disk is full: the reserve was given up');
      return true;
    } catch (thrown) {
      if (systemCode(thrown) === null) throw thrown;
      return false;
    }
  }

  /** Random bytes, so that no file system compresses it away. */
  async #write(): Promise<void> {
    const { fs, layout, limits } = this.#needs;
    const chunk = new Uint8Array(Math.min(limits.ballastBytes, 1024 * 1024));
    const file = await fs.open(layout.ballast, 'w');
    try {
      for (let left = limits.ballastBytes; left > 0; left -= chunk.length) {
        randomFillSync(chunk);
        await file.write(chunk.subarray(0, Math.min(left, chunk.length)));
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
