import type { Assignee } from '../edition/assignment.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';

export type KeptKey =
  /** Written last when a database is filled: without it, the filling was interrupted. */
  | 'filled'
  | 'source'
  /** What each source follows, by the CMS. */
  | `assignee-id ${string}`
  | `assignee-name ${string}`
  /** The kind of network in which the CMS was at the last connection, by its address. */
  | `cms-kind ${string}`
  /** What the browser can decode. */
  | 'decoders'
  /** How far the rotations through nested playlists have come on a screen. */
  | `turns ${string}`
  /** The edition that a rollback left. */
  | 'left-edition'
  /** The edition that safe mode left. */
  | 'left-in-safe-mode'
  /** End of the `Retry-After` of the CMS or of an origin of downloads. Earlier versions chose the name. */
  | 'patience-until'
  | `patience-until ${string}`;

interface KeptValuesNeeds {
  readonly database: Database;
  readonly health: Pick<DiskHealth, 'failed'>;
}

/**
 * Keeps the few single values that outlive a restart. They are read once and written only when they change. A value that the
 * disk rejects counts all the same, and is written when the disk accepts writes again.
 */
export class KeptValues {
  readonly #needs: KeptValuesNeeds;
  #values: ReadonlyMap<string, string> = new Map();
  /** Not on the disk yet. */
  readonly #unwritten = new Map<KeptKey, string | null>();

  constructor(needs: KeptValuesNeeds) {
    this.#needs = needs;
    this.reload();
  }

  /** Must be called after a failed transaction, and after the database was replaced. */
  reload(): void {
    const rows = this.#needs.database.all<{ key: string; value: string }>('SELECT key, value FROM setting');
    this.#values = new Map(rows.map(({ key, value }) => [key, value]));
  }

  get(key: KeptKey): string | null {
    const unwritten = this.#unwritten.get(key);
    return unwritten !== undefined ? unwritten : (this.#values.get(key) ?? null);
  }

  set(key: KeptKey, value: string | null): void {
    if (this.get(key) === value) return;
    try {
      this.write(key, value);
      if (!this.#needs.database.durable) this.#unwritten.set(key, value);
    } catch (thrown) {
      this.#unwritten.set(key, value);
      this.#needs.health.failed(asDiskError(thrown, 'write-state'));
    }
  }

  /** Must be called when the disk accepts writes again. */
  writeUnwritten(): void {
    for (const [key, value] of [...this.#unwritten]) this.write(key, value);
  }

  /** Must run inside a transaction, which fails when this does. */
  write(key: KeptKey, value: string | null): void {
    const { database } = this.#needs;
    if (value === null) database.run('DELETE FROM setting WHERE key = ?', key);
    else database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', key, value);
    this.#unwritten.delete(key);
    this.reload();
  }

  /** An instant in epoch milliseconds. */
  instant(key: KeptKey): number | null {
    const instant = this.get(key);
    return instant === null ? null : Number(instant);
  }

  setInstant(key: KeptKey, instant: number | null): void {
    this.set(key, instant === null ? null : String(instant));
  }

  assignee(source: string | null): Assignee | null {
    const id = this.get(`assignee-id ${source}`);
    const name = this.get(`assignee-name ${source}`);
    return id === null || name === null ? null : { id, name };
  }
}

export function isFilled(database: Database): boolean {
  const key: KeptKey = 'filled';
  return database.get('SELECT 1 FROM setting WHERE key = ?', key) !== null;
}
