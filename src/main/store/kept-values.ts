import type { PatienceStore } from '../cms/api.ts';
import { asDiskError } from '../disk-errors.ts';
import type { Database } from './database.ts';
import type { Health } from './health.ts';
import type { StoreNeeds } from './needs.ts';

/**
 * The few single values that outlive a restart. Read once, written only when they change. What the disk does not take
 * counts all the same until the next start.
 */
export class KeptValues {
  readonly #database: Database;
  readonly #health: Health;
  #values: ReadonlyMap<string, string> = new Map();
  readonly #unwritten = new Map<string, string | null>();

  constructor({ database, health }: Pick<StoreNeeds, 'database' | 'health'>) {
    this.#database = database;
    this.#health = health;
    this.reload();
  }

  /** After a transaction that did not happen, and on another database. */
  reload(): void {
    this.#values = readKeptValues(this.#database);
  }

  get(key: KeptKey): string | null {
    const unwritten = this.#unwritten.get(key);
    return unwritten !== undefined ? unwritten : (this.#values.get(key) ?? null);
  }

  set(key: KeptKey, value: string | null): void {
    if (this.get(key) === value) return;
    try {
      this.write(key, value);
    } catch (thrown) {
      this.#unwritten.set(key, value);
      this.#health.failed(asDiskError(thrown, 'keeping a setting'));
    }
  }

  /** Inside a transaction, which is not to happen without it. */
  write(key: KeptKey, value: string | null): void {
    if (value === null) this.#database.run('DELETE FROM setting WHERE key = ?', key);
    else this.#database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', key, value);
    this.#unwritten.delete(key);
    this.reload();
  }
}

export function readKeptValues(database: Database): ReadonlyMap<string, string> {
  return new Map(
    database
      .all<{ key: string; value: string }>('SELECT key, value FROM setting')
      .map((row) => [row.key, row.value]),
  );
}

export type KeptKey = 'source' | 'left-edition' | 'patience-until' | `patience-until ${string}`;

/**
 * Until when a server asked us to stay away. The CMS client keeps one instant, as its port wants it; downloads keep
 * one for each origin.
 */
export type Patience = PatienceStore & ((origin: string) => number | null);

export function patienceIn(kept: KeptValues): Patience {
  const read = (key: KeptKey): number | null => {
    const until = kept.get(key);
    return until === null ? null : Number(until);
  };
  return Object.assign((origin: string) => read(`patience-until ${origin}`), {
    until: () => read('patience-until'),
    set: (until: number | null) => kept.set('patience-until', until === null ? null : String(until)),
  });
}
