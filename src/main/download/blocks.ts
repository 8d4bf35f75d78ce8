/** A part is hashed and written in blocks of this size: one call each instead of sixteen or more. */
export const blockBytes = 1024 * 1024;

/** Number of blocks kept for further downloads; the garbage collector takes the rest. */
const mostKept = 16;

/** Reuses blocks: thousands of small downloads would otherwise outrun the garbage collector. */
export class Blocks {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  /** The caller must not read the block afterwards. */
  giveBack(block: Buffer | null): void {
    if (block !== null && this.#free.length < mostKept) this.#free.push(block);
  }
}
