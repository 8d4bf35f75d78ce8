import type { AttemptRecord } from '../download/ports.ts';
import type { Edition } from '../edition/edition.ts';
import type { Shortfall } from '../edition/holdings.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';
import { keptText, messageIn, messageOf } from './message-texts.ts';
import type { StoreNeeds } from './needs.ts';

type StoredAttempt = Omit<AttemptRecord, 'failed' | 'message'> & {
  readonly failed: number;
  readonly message: string;
  readonly stored: string | null;
};

/** Keeps failed downloads across restarts. Most media files never have a row. */
export class AttemptRows {
  readonly #database: Database;
  readonly #health: Pick<DiskHealth, 'failed'>;
  /** Not on the disk yet. Without this map a download would be retried at once, without end. */
  readonly #unwritten = new Map<string, AttemptRecord | null>();
  /** True while the table is empty: saves a query for each of thousands of successful downloads. */
  #hasNone = false;

  constructor({
    database,
    health,
  }: Pick<StoreNeeds, 'database'> & { readonly health: Pick<DiskHealth, 'failed'> }) {
    this.#database = database;
    this.#health = health;
    this.reload();
  }

  /** Must be called after the database was replaced. */
  reload(): void {
    this.#hasNone = this.#database.get('SELECT 1 FROM attempt LIMIT 1') === null;
  }

  /** Records of one source by marker. */
  of(source: string): ReadonlyMap<string, Shortfall> {
    const rows = this.#hasNone
      ? []
      : this.#database.all<{ marker: string; message: string; stored: string | null; failed: number }>(
          `SELECT marker, message, ${messageOf('attempt.message')} AS stored, failed FROM attempt WHERE source = ?`,
          source,
        );
    const found = new Map<string, Shortfall>(
      rows.map(({ marker, message, stored, failed }) => [
        marker,
        { message: messageIn(message, stored), failed: failed === 1 },
      ]),
    );
    for (const [name, attempt] of this.#unwritten) {
      const [ofSource, marker = ''] = JSON.parse(name);
      if (ofSource !== source) continue;
      if (attempt === null) found.delete(marker);
      else found.set(marker, attempt);
    }
    return found;
  }

  get(source: string, marker: string): AttemptRecord | null {
    const unwritten = this.#unwritten.get(key(source, marker));
    if (unwritten !== undefined) return unwritten;
    if (this.#hasNone) return null;
    const row = this.#database.get<StoredAttempt>(
      `SELECT source, marker, media_file_id AS mediaFileId, attempts, refusals, first_at AS firstAt,
              last_progress_at AS lastProgressAt, next_try_at AS nextTryAt, failed, code, message,
              ${messageOf('attempt.message')} AS stored
       FROM attempt WHERE source = ? AND marker = ?`,
      source,
      marker,
    );
    if (row === null) return null;
    const { stored, ...attempt } = row;
    return { ...attempt, failed: attempt.failed === 1, message: messageIn(attempt.message, stored) };
  }

  save(attempt: AttemptRecord): void {
    this.#keep(attempt.source, attempt.marker, attempt);
  }

  clear(source: string, marker: string): void {
    if (!this.get(source, marker)) return;
    this.#keep(source, marker, null);
  }

  /** Must be called when the disk accepts writes again. */
  writeUnwritten(): void {
    for (const name of [...this.#unwritten.keys()]) this.#write(name);
  }

  #write(name: string): void {
    const attempt = this.#unwritten.get(name);
    if (attempt === undefined) return;
    if (attempt === null) {
      const [source = '', marker = ''] = JSON.parse(name) as readonly string[];
      this.#database.run('DELETE FROM attempt WHERE source = ? AND marker = ?', source, marker);
    } else {
      this.#hasNone = false;
      this.#database.write(() =>
        this.#database.run(
          `INSERT OR REPLACE INTO attempt VALUES (@source, @marker, @mediaFileId, @attempts, @refusals, @firstAt,
             @lastProgressAt, @nextTryAt, @failed, @code, @message)`,
          {
            ...attempt,
            failed: attempt.failed ? 1 : 0,
            message: keptText(this.#database, attempt.message),
          },
        ),
      );
    }
    if (this.#database.durable) this.#unwritten.delete(name);
  }

  #keep(source: string, marker: string, attempt: AttemptRecord | null): void {
    const name = key(source, marker);
    this.#unwritten.set(name, attempt);
    try {
      this.#write(name);
    } catch (thrown) {
      this.#health.failed(asDiskError(thrown, 'write-state'));
    }
  }

  /** Removes the rows of downloads that no edition needs any more. */
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
