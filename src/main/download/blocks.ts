/** A part is hashed and written in blocks of this size: one call of each instead of sixteen or more. */
export const blockBytes = 1024 * 1024;

/** So many blocks are kept for the next download; the rest is left to the garbage collector. */
const mostKept = 16;

/** Blocks go from one download to the next: thousands of small ones would otherwise outrun the garbage collector. */
export class Blocks {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  /** Its last owner must not read it any more. */
  giveBack(block: Buffer | null): void {
    if (block !== null && this.#free.length < mostKept) this.#free.push(block);
  }
}
