import { randomFillSync } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { isDiskFull } from '../../ground/disk-errors.ts';
import { sizeOf, unlinkIfThere } from '../../ground/durable-file.ts';
import { systemCode } from '../../ground/errors.ts';
import type { StoreNeeds } from '../needs.ts';

interface BallastNeeds extends StoreNeeds {
  /** It existed, and its space is used now. */
  onUsed?(): void;
}

/**
 * The ballast is a file that only takes space. On a full disk even deleting rows needs space for the journal: deleting the
 * ballast lets the database go on until reclaim has freed real space.
 */
export class Ballast {
  readonly #needs: BallastNeeds;
  #held = false;

  constructor(needs: BallastNeeds) {
    this.#needs = needs;
  }

  /** Writes the file, unless that would make space short. */
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

  /** For work that writes small files that the show needs: it may use the reserve too. */
  async serve<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (thrown) {
      if (!isDiskFull(thrown) || !this.release()) throw thrown;
      return work();
    }
  }

  /** Deletes the file synchronously, within a failed write. Returns whether it existed. */
  release(): boolean {
    this.#held = false;
    try {
      unlinkSync(this.#needs.layout.ballast);
      this.#needs.health.full('The disk is full: using the reserve');
      this.#needs.onUsed?.();
      return true;
    } catch (thrown) {
      if (systemCode(thrown) === null) throw thrown;
      return false;
    }
  }

  /** Random bytes, which no file system can compress. */
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
