import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const blockSize = 4096;
/** 32 MiB; larger caches of drives exist, but this one is emptied by flushes alone otherwise. */
const mostBlocks = 8192;

/** A disk with a write cache of its own, as drives have: what was not flushed may be lost when the power fails. */
export class CachedDisk {
  readonly size: number;
  readonly #path: string;
  readonly #file: number;
  /** The oldest first. */
  readonly #unflushed = new Map<number, Buffer>();
  /** Which requests end with an error. */
  failing: 'none' | 'writes' | 'all' = 'none';

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r+');
    this.size = fstatSync(this.#file).size;
  }

  /** In blocks. */
  get unflushed(): number {
    return this.#unflushed.size;
  }

  /** Null: the disk cannot read. */
  read(offset: number, length: number): Buffer | null {
    if (this.failing === 'all' || !this.#has(offset, length)) return null;
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, offset);
    for (const [block, from, to] of blocksOf(offset, length))
      this.#unflushed.get(block)?.copy(bytes, block * blockSize + from - offset, from, to);
    return bytes;
  }

  /** False: the disk cannot write. */
  write(offset: number, bytes: Buffer): boolean {
    if (this.failing !== 'none' || !this.#has(offset, bytes.length)) return false;
    for (const [block, from, to] of blocksOf(offset, bytes.length)) {
      const whole = this.#unflushed.get(block) ?? this.#stored(block);
      bytes.copy(whole, from, block * blockSize + from - offset, block * blockSize + to - offset);
      this.#unflushed.set(block, whole);
    }
    for (const [block, whole] of this.#unflushed) {
      if (this.#unflushed.size <= mostBlocks) break;
      this.#store(block, whole);
      this.#unflushed.delete(block);
    }
    return true;
  }

  flush(): boolean {
    if (this.failing !== 'none') return false;
    for (const [block, whole] of this.#unflushed) this.#store(block, whole);
    this.#unflushed.clear();
    return true;
  }

  /** The power fails: each block that was not flushed is lost, or not, in any order. */
  cut(isLost: () => boolean): { readonly unflushed: number; readonly lost: number } {
    const unflushed = this.#unflushed.size;
    let lost = 0;
    for (const [block, whole] of this.#unflushed) {
      if (isLost()) lost++;
      else this.#store(block, whole);
    }
    this.#unflushed.clear();
    // Requests of the killed machine may still arrive: the number of the file may be another's by then.
    this.failing = 'all';
    closeSync(this.#file);
    return { unflushed, lost };
  }

  /** A copy of the file as a power cut would leave it now. The disk goes on. Returns how many blocks are not flushed. */
  copyAfterCut(path: string, isLost: () => boolean): number {
    execFileSync('cp', [this.#path, path]);
    const copy = openSync(path, 'r+');
    for (const [block, whole] of this.#unflushed) if (!isLost()) this.#store(block, whole, copy);
    closeSync(copy);
    return this.#unflushed.size;
  }

  #has(offset: number, length: number): boolean {
    return offset >= 0 && offset + length <= this.size;
  }

  #stored(block: number): Buffer {
    const whole = Buffer.alloc(blockSize);
    readSync(this.#file, whole, 0, blockSize, block * blockSize);
    return whole;
  }

  #store(block: number, whole: Buffer, file = this.#file): void {
    writeSync(file, whole, 0, Math.min(blockSize, this.size - block * blockSize), block * blockSize);
  }
}

/** Each block of a range, and where the range begins and ends in it. */
function* blocksOf(offset: number, length: number): Generator<readonly [number, number, number]> {
  for (let at = offset; at < offset + length; ) {
    const block = Math.floor(at / blockSize);
    const from = at - block * blockSize;
    const to = Math.min(blockSize, from + offset + length - at);
    yield [block, from, to];
    at += to - from;
  }
}
