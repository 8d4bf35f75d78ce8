import type { Edition, StoredEdition } from '../../edition/edition.ts';
import type { Database } from '../database.ts';
import type { KeptValues } from '../kept-values.ts';
import { type EditionState, parseEdition } from './edition-sidecar.ts';

export type State = StoredEdition['state'];

/**
 * Which edition is in which state. Editions of different sources never mix; until the source in use has an edition, the previous
 * show goes on.
 */
export class EditionStates {
  readonly #database: Database;
  readonly #kept: KeptValues;
  #records: readonly EditionState[];
  /** The manifests in use. The previous one may be large and is rarely needed: it is parsed on demand. */
  readonly #parsed = new Map<string, Edition>();

  constructor(database: Database, kept: KeptValues) {
    this.#database = database;
    this.#kept = kept;
    this.#records = this.#read();
  }

  /** Must be called after the database was replaced. */
  reload(): void {
    this.#parsed.clear();
    this.#records = this.#read();
  }

  get source(): string | null {
    return this.#kept.get('source');
  }

  /** Of every source. */
  get all(): readonly EditionState[] {
    return this.#records;
  }

  record(state: State): EditionState | null {
    return this.#records.find((each) => each.source === this.source && each.state === state) ?? null;
  }

  /** The active edition of the source in use; without one, the last active edition of another source. */
  get playing(): EditionState | null {
    const others = this.#records.filter(({ state }) => state === 'active');
    return (
      this.record('active') ??
      others.toSorted((one, two) => (two.activatedAt ?? 0) - (one.activatedAt ?? 0))[0] ??
      null
    );
  }

  stored(state: State): StoredEdition | null {
    return this.#withManifest(this.record(state));
  }

  show(): StoredEdition | null {
    return this.#withManifest(this.playing);
  }

  #withManifest(record: EditionState | null): StoredEdition | null {
    const edition = record ? this.manifest(record.editionId, record.state !== 'previous') : null;
    if (!record || !edition) return null;
    const { state, stagedAt, activatedAt, complete } = record;
    return { edition, state, stagedAt, activatedAt, complete };
  }

  /** An edition of any source. `keep`: it stays in memory. */
  manifest(id: string, keep = false): Edition | null {
    const parsed = this.#parsed.get(id);
    if (parsed) return parsed;
    const row = this.#database.get<{ body: string }>('SELECT body FROM edition WHERE id = ?', id);
    const edition = row && parseEdition(JSON.parse(row.body));
    if (edition && keep) this.#parsed.set(id, edition);
    return edition;
  }

  /** Must run inside a transaction. */
  put(record: EditionState): void {
    putState(this.#database, record);
  }

  /** Must run inside a transaction. */
  drop(source: string, state: State): void {
    this.#database.run('DELETE FROM slot WHERE source = ? AND state = ?', source, state);
  }

  /** Saves parsing this edition. */
  remember(edition: Edition): void {
    this.#parsed.set(edition.id, edition);
  }

  /** The results of this class change only once the transaction is durable. */
  write(change: () => void): void {
    try {
      this.#database.write(change);
    } finally {
      this.#kept.reload();
      this.#records = this.#read();
      this.#forget();
    }
  }

  /** Removes unused manifests. */
  sweep(): void {
    const unused = 'SELECT id FROM edition WHERE id NOT IN (SELECT edition_id FROM slot)';
    if (this.#database.get(unused) !== null)
      this.#database.run(`DELETE FROM edition WHERE id IN (${unused})`);
  }

  #forget(): void {
    const used = new Set(
      this.#records.filter(({ state }) => state !== 'previous').map((record) => record.editionId),
    );
    for (const id of this.#parsed.keys()) if (!used.has(id)) this.#parsed.delete(id);
  }

  #read(): readonly EditionState[] {
    return this.#database
      .all<Omit<EditionState, 'complete'> & { readonly complete: number }>(
        `SELECT source, state, edition_id AS editionId, staged_at AS stagedAt, activated_at AS activatedAt, complete
         FROM slot`,
      )
      .map((row) => ({ ...row, complete: row.complete === 1 }));
  }
}

export function insertManifest(database: Database, { id, source }: Edition, body: string): void {
  database.run('INSERT OR IGNORE INTO edition VALUES (?, ?, ?)', id, source, body);
}

export function putState(database: Database, record: EditionState): void {
  database.run(
    'INSERT OR REPLACE INTO slot VALUES (@source, @state, @editionId, @stagedAt, @activatedAt, @complete)',
    { ...record, complete: record.complete ? 1 : 0 },
  );
}
