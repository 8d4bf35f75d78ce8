import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sealed, unfinishedSuffix, unsealed } from './durable-file.ts';
import { makeFolder } from './make-folder.ts';

/**
 * One small value that outlives any death, read and written before anything else is open. Garbage counts as nothing. What
 * the disk does not take holds until the end of this run: the show must not depend on it.
 */
export class KeptFile<Value> {
  readonly #path: string;
  #value: Value;
  /** Why the last change is not on the disk. */
  #failure: unknown = null;

  constructor(dataDir: string, name: string, parse: (value: unknown) => Value) {
    this.#path = join(dataDir, name);
    this.#value = parse(this.#read());
  }

  get value(): Value {
    return this.#value;
  }

  get failure(): unknown {
    return this.#failure;
  }

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
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
      rmSync(unfinished, { force: true });
    }
  }

  #read(): unknown {
    try {
      return unsealed(readFileSync(this.#path, 'utf8'));
    } catch {
      // It is not there yet, or cannot be read.
      return null;
    }
  }
}

/** Windows has no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
