import { statSync } from 'node:fs';
import { systemCode, VitrineError } from './errors.ts';

/** What a file says that may be replaced while the player runs. */
export class ReplaceableFile<Value> {
  readonly #path: string;
  readonly #parse: () => Value;
  #last: Value | null = null;
  #seen: string | null = null;

  constructor(path: string, parse: () => Value) {
    this.#path = path;
    this.#parse = parse;
  }

  /** Null: not read yet. */
  get last(): Value | null {
    return this.#last;
  }

  read(): Value {
    const stamp = stampOf(this.#path);
    const value = this.#parse();
    [this.#last, this.#seen] = [value, stamp];
    return value;
  }

  /** Reads it again if it has changed. While it is being replaced, what it said before counts. */
  current(): Value {
    if (this.#last !== null && stampOf(this.#path) === this.#seen) return this.#last;
    try {
      return this.read();
    } catch (error) {
      if (this.#last === null || !(error instanceof VitrineError)) throw error;
      return this.#last;
    }
  }
}

/** Null: it cannot be looked at; its reader says why. */
function stampOf(path: string): string | null {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
