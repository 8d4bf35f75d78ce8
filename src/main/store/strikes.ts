import type { Clock } from '../clock.ts';
import { asDiskError } from '../disk-errors.ts';
import type { Edition } from '../edition/edition.ts';
import type { Database, Value } from './database.ts';
import type { Health } from './health.ts';
import type { StoreNeeds } from './needs.ts';

interface Strike {
  readonly content: string;
  readonly strikes: number;
  readonly reason: string;
  readonly lastAt: number;
}

type StrikeNeeds = Pick<StoreNeeds, 'database' | 'clock'> & { readonly health: Pick<Health, 'failed'> };

const enough = 3;
const day = 24 * 3_600_000;

/**
 * What failed on screen. Three strikes put a media file aside until its content changes or a day has passed.
 * Kept in memory too: it is asked for at every programme.
 */
export class Strikes {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #health: Pick<Health, 'failed'>;
  readonly #strikes = new Map<string, Strike>();

  constructor({ database, clock, health }: StrikeNeeds) {
    this.#database = database;
    this.#clock = clock;
    this.#health = health;
    this.reload();
  }

  /** On another database. */
  reload(): void {
    this.#strikes.clear();
    for (const row of this.#database.all<{
      source: string;
      media_file_id: string;
      content: string;
      strikes: number;
      reason: string;
      last_at: number;
    }>('SELECT * FROM strike')) {
      this.#strikes.set(key(row.source, row.media_file_id), {
        content: row.content,
        strikes: row.strikes,
        reason: row.reason,
        lastAt: row.last_at,
      });
    }
  }

  /** `content` is the hash of the object that failed, or empty for what has no bytes of its own. */
  add(source: string, mediaFileId: string, content: string, reason: string): void {
    const before = this.#current(source, mediaFileId, content);
    const strike = { content, strikes: (before?.strikes ?? 0) + 1, reason, lastAt: this.#clock.now() };
    this.#strikes.set(key(source, mediaFileId), strike);
    this.#keep(
      'INSERT OR REPLACE INTO strike VALUES (?, ?, ?, ?, ?, ?)',
      source,
      mediaFileId,
      content,
      strike.strikes,
      reason,
      strike.lastAt,
    );
  }

  clear(source: string, mediaFileId: string): void {
    if (!this.#strikes.delete(key(source, mediaFileId))) return;
    this.#keep('DELETE FROM strike WHERE source = ? AND media_file_id = ?', source, mediaFileId);
  }

  /** Why it was put aside, or null when it may play. */
  putAside(source: string, mediaFileId: string, content: string): string | null {
    const strike = this.#current(source, mediaFileId, content);
    return strike && strike.strikes >= enough ? strike.reason : null;
  }

  /** Of media files that no edition knows any more. */
  sweep(editions: readonly Edition[]): void {
    const live = new Set(
      editions.flatMap((edition) => Object.keys(edition.mediaFiles).map((id) => key(edition.source, id))),
    );
    for (const stale of [...this.#strikes.keys()].filter((each) => !live.has(each))) {
      const [source, mediaFileId] = JSON.parse(stale) as [string, string];
      this.clear(source, mediaFileId);
    }
  }

  /** It counts in this run in any case. */
  #keep(sql: string, ...values: Value[]): void {
    try {
      this.#database.run(sql, ...values);
    } catch (thrown) {
      this.#health.failed(asDiskError(thrown, 'remembering what failed on screen'));
    }
  }

  get any(): boolean {
    return this.#strikes.size > 0;
  }

  /** A clock that leapt backwards must not put anything aside for longer than a day. */
  #current(source: string, mediaFileId: string, content: string): Strike | null {
    const strike = this.#strikes.get(key(source, mediaFileId));
    if (strike?.content !== content) return null;
    return Math.abs(this.#clock.now() - strike.lastAt) < day ? strike : null;
  }
}

function key(source: string, mediaFileId: string): string {
  return JSON.stringify([source, mediaFileId]);
}
