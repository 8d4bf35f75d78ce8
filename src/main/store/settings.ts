import type { PatienceStore } from '../cms/api.ts';
import type { Database } from './database.ts';

/** The few single values that outlive a restart. Read once, written only when they change. */
export class Settings {
  readonly #database: Database;
  #values: ReadonlyMap<string, string> = new Map();

  constructor(database: Database) {
    this.#database = database;
    this.reload();
  }

  /** After a transaction that did not happen, and on another database. */
  reload(): void {
    this.#values = new Map(
      this.#database
        .all<{ key: string; value: string }>('SELECT key, value FROM setting')
        .map((row) => [row.key, row.value]),
    );
  }

  get(key: SettingKey): string | null {
    return this.#values.get(key) ?? null;
  }

  set(key: SettingKey, value: string | null): void {
    if (this.get(key) === value) return;
    if (value === null) this.#database.run('DELETE FROM setting WHERE key = ?', key);
    else this.#database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', key, value);
    this.reload();
  }
}

export type SettingKey = 'source' | 'left-edition' | 'patience-until' | `patience-until ${string}`;

/**
 * Until when a server asked us to stay away. The CMS client keeps one instant, as its port wants it; downloads keep
 * one for each origin.
 */
export type Patience = PatienceStore & ((origin: string) => number | null);

export function patienceIn(settings: Settings): Patience {
  const read = (key: SettingKey): number | null => {
    const until = settings.get(key);
    return until === null ? null : Number(until);
  };
  return Object.assign((origin: string) => read(`patience-until ${origin}`), {
    until: () => read('patience-until'),
    set: (until: number | null) => settings.set('patience-until', until === null ? null : String(until)),
  });
}
