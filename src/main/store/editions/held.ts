import { type Edition, mediaFileOf } from '../../edition/edition.ts';
import type { HeldObject } from '../../edition/holdings.ts';
import type { LedgerLine } from '../proof/ledger.ts';

interface Remembered {
  readonly edition: Edition;
  readonly held: Map<string, HeldObject>;
}

/** The active, the previous and the staged edition, of this source and of the one before. */
const mostRemembered = 6;

/** Caches which objects the last few editions hold, so that not every query reads all rows. */
export class Held {
  /** By edition id, the most recently used last. */
  readonly #remembered = new Map<string, Remembered>();

  /** The map changes when objects are added: callers must not keep it. */
  of(edition: Edition, read: (edition: Edition) => Map<string, HeldObject>): ReadonlyMap<string, HeldObject> {
    const remembered = this.#remembered.get(edition.id) ?? { edition, held: read(edition) };
    this.#remembered.delete(edition.id);
    this.#remembered.set(edition.id, remembered);
    // Editions without new files empty nothing here: without a bound a year of them would accumulate.
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    return remembered.held;
  }

  add(lines: readonly LedgerLine[]): void {
    for (const { edition, held } of this.#remembered.values()) {
      for (const { source, marker, mediaFileIds, md5: _, sha1: __, ...object } of lines) {
        if (source !== edition.source) continue;
        for (const id of mediaFileIds) {
          if (mediaFileOf(edition, id)?.download?.marker === marker) held.set(id, object);
        }
      }
    }
  }

  forget(): void {
    this.#remembered.clear();
  }
}
