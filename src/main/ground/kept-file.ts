import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, sleep, systemClock } from './clock.ts';
import { sealed, unfinishedSuffix, unsealed, writeDurably } from './durable-file.ts';
import type { FileSystem } from './fs.ts';
import { mainFileSystem } from './main-fs.ts';
import { makeFolder } from './make-folder.ts';
import { type Backoff, doubledMs } from './retry.ts';
import { Serial } from './serial.ts';

export interface KeptFileNeeds {
  readonly clock: Clock;
  readonly fs: FileSystem;
}

const longestWriteMs = 5_000;
const again: Backoff = { firstMs: 1_000, mostMs: 60_000 };

/**
 * One small value that survives crashes, read before anything else opens. Garbage counts as absent. If the disk rejects a
 * value, it stays in memory and is retried: the show must not depend on it.
 */
export class KeptFile<Value> {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #fs: FileSystem;
  #value: Value;
  /** Why the last write failed. */
  #failure: unknown = null;
  #failures = 0;
  #isOnDisk = true;
  readonly #writes = new Serial();
  #cancelAgain = (): void => undefined;

  constructor(
    dataDir: string,
    name: string,
    parse: (value: unknown) => Value,
    { clock, fs }: KeptFileNeeds = { clock: systemClock, fs: mainFileSystem },
  ) {
    this.#path = join(dataDir, name);
    this.#clock = clock;
    this.#fs = fs;
    this.#value = parse(this.#read());
  }

  get value(): Value {
    return this.#value;
  }

  get failure(): unknown {
    return this.#failure;
  }

  /** Blocks on the disk: only before the show begins. */
  write(value: Value): void {
    this.#value = value;
    const unfinished = `${this.#path}${unfinishedSuffix}`;
    try {
      makeFolder(dirname(this.#path));
      const file = openSync(unfinished, 'w', 0o600);
      try {
        writeSync(file, sealed(value));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(unfinished, this.#path);
      syncFolder(dirname(this.#path));
      this.#succeeded(value);
    } catch (error) {
      this.#failed(error);
      removeIfPossible(unfinished);
    }
  }

  /** The value takes effect at once, and is written in the background. */
  keep(value: Value): void {
    this.#value = value;
    this.#isOnDisk = false;
    void this.#writes.run(() => this.#writeLatest());
  }

  /** Resolves when the latest value is on the disk (true) or was rejected; does not wait for a hanging disk. */
  async settled(): Promise<boolean> {
    const waiting = new AbortController();
    const late = sleep(this.#clock, longestWriteMs, waiting.signal).catch(() => undefined);
    await Promise.race([this.#writes.idle(), late]);
    waiting.abort();
    return this.#isOnDisk;
  }

  async #writeLatest(): Promise<void> {
    // A newer value may have been written already.
    if (this.#isOnDisk) return;
    const value = this.#value;
    try {
      await writeDurably(this.#fs, this.#path, sealed(value));
      this.#succeeded(value);
    } catch (error) {
      this.#failed(error);
    }
  }

  #succeeded(value: Value): void {
    this.#isOnDisk = value === this.#value;
    this.#failure = null;
    this.#failures = 0;
    this.#cancelAgain();
  }

  #failed(error: unknown): void {
    this.#isOnDisk = false;
    this.#failure = error;
    this.#cancelAgain();
    this.#cancelAgain = this.#clock.after(doubledMs(this.#failures++, again), () => {
      this.keep(this.#value);
    });
  }

  #read(): unknown {
    try {
      return unsealed(readFileSync(this.#path, 'utf8'));
    } catch {
      // Absent or unreadable.
      return null;
    }
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A read-only disk keeps the unfinished file; the next successful write replaces it.
  }
}

/** Windows cannot flush a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
