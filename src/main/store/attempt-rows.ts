import { asDiskError } from '../disk-errors.ts';
import type { Edition } from '../edition/edition.ts';
import type { AttemptRecord } from '../sync/ports.ts';
import type { Database } from './database.ts';
import type { Health } from './health.ts';
import type { StoreNeeds } from './needs.ts';

interface Row {
  source: string;
  marker: string;
  media_file_id: string;
  attempts: number;
  refusals: number;
  first_at: number;
  last_progress_at: number;
  next_try_at: number;
  failed: number;
  code: string;
  message: string;
}

/** Downloads that did not succeed at once, remembered over restarts. Most media files never have a row. */
export class AttemptRows {
  readonly #database: Database;
  readonly #health: Health;
  /** What the disk did not take: forgetting it would mean to try again at once and for ever. */
  readonly #unwritten = new Map<string, AttemptRecord | null>();
  /** Thousands of downloads that succeed at once need not look for a row of theirs each. */
  #hasNone = false;

  constructor({ database, health }: Pick<StoreNeeds, 'database' | 'health'>) {
    this.#database = database;
    this.#health = health;
    this.reload();
  }

  /** On another database. */
  reload(): void {
    this.#hasNone = this.#database.get('SELECT 1 FROM attempt LIMIT 1') === null;
  }

  get(source: string, marker: string): AttemptRecord | null {
    const unwritten = this.#unwritten.get(key(source, marker));
    if (unwritten !== undefined) return unwritten;
    if (this.#hasNone) return null;
    const row = this.#database.get<Row>(
      'SELECT * FROM attempt WHERE source = ? AND marker = ?',
      source,
      marker,
    );
    return (
      row && {
        source: row.source,
        marker: row.marker,
        mediaFileId: row.media_file_id,
        attempts: row.attempts,
        refusals: row.refusals,
        firstAt: row.first_at,
        lastProgressAt: row.last_progress_at,
        nextTryAt: row.next_try_at,
        failed: row.failed === 1,
        code: row.code,
        message: row.message,
      }
    );
  }

  save(attempt: AttemptRecord): void {
    this.#keep(attempt.source, attempt.marker, attempt, () => this.#write(attempt));
  }

  clear(source: string, marker: string): void {
    if (!this.get(source, marker)) return;
    this.#keep(source, marker, null, () =>
      this.#database.run('DELETE FROM attempt WHERE source = ? AND marker = ?', source, marker),
    );
  }

  #keep(source: string, marker: string, attempt: AttemptRecord | null, write: () => void): void {
    try {
      write();
      this.#unwritten.delete(key(source, marker));
    } catch (thrown) {
      this.#unwritten.set(key(source, marker), attempt);
      this.#health.failed(asDiskError(thrown, 'remembering a download'));
    }
  }

  #write(attempt: AttemptRecord): void {
    this.#hasNone = false;
    this.#database.run(
      'INSERT OR REPLACE INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      attempt.source,
      attempt.marker,
      attempt.mediaFileId,
      attempt.attempts,
      attempt.refusals,
      attempt.firstAt,
      attempt.lastProgressAt,
      attempt.nextTryAt,
      attempt.failed ? 1 : 0,
      attempt.code,
      attempt.message,
    );
  }

  /** Of downloads that no edition asks for any more. */
  sweep(editions: readonly Edition[]): void {
    const live = new Set(
      editions.flatMap((edition) =>
        Object.values(edition.mediaFiles).map((file) => key(edition.source, file.download?.marker ?? '')),
      ),
    );
    const stale = this.#database
      .all<{ source: string; marker: string }>('SELECT source, marker FROM attempt')
      .filter((row) => !live.has(key(row.source, row.marker)));
    for (const row of stale) this.clear(row.source, row.marker);
  }
}

function key(source: string, marker: string): string {
  return JSON.stringify([source, marker]);
}
