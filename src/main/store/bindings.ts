import type { Edition } from '../edition/edition.ts';
import type { HeldObject } from '../edition/holdings.ts';
import type { Download } from '../edition/records.ts';
import type { Database } from './database.ts';
import { Held } from './editions/held.ts';
import { insertObject, isDescribedOtherwise, readHeld } from './objects/object-rows.ts';
import type { LedgerLine } from './proof/ledger.ts';

/**
 * A binding names the object with the bytes of a media file. It contains the marker too: while a new version of a media file
 * downloads, the active edition still finds the old one.
 */
export class Bindings {
  readonly #database: Database;
  readonly #held = new Held();
  #version = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The map changes when objects are added: callers must not keep it. */
  held(edition: Edition): ReadonlyMap<string, HeldObject> {
    return this.#held.of(edition, () => readHeld(this.#database, edition));
  }

  holdsAll(edition: Edition): boolean {
    const held = this.held(edition);
    return Object.values(edition.mediaFiles).every(({ id, download }) => download === null || held.has(id));
  }

  /** Changes whenever objects or bindings may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Must be called after the database was replaced. */
  reload(): void {
    this.#changed();
  }

  /**
   * Adds objects and their bindings in one transaction. Rereading all rows after each group would make a first download
   * quadratic: that happens only when an object turns out to be of another kind than before.
   */
  add(lines: readonly LedgerLine[], now: number, checkedAt: number): void {
    let redescribed = false;
    this.#database.write(() => {
      for (const line of lines) {
        redescribed = isDescribedOtherwise(this.#database, line) || redescribed;
        insertObject(this.#database, line, now, checkedAt);
        for (const id of line.mediaFileIds) this.#bind(line.source, id, line.marker, line.sha256);
      }
    });
    if (redescribed) this.#held.forget();
    else this.#held.add(lines);
    this.#version++;
  }

  /** Removes the rows of objects, so that nothing uses their bytes any more. Returns their number. */
  drop(sha256s: readonly string[]): number {
    const dropped = this.#database.write(() => {
      const statement = this.#database.prepare('DELETE FROM object WHERE sha256 = ?');
      return sha256s.reduce((sum, sha256) => sum + statement.run(sha256), 0);
    });
    this.#changed();
    return dropped;
  }

  /** Binds known objects, and returns the media files without one. Writes nothing when there is nothing to bind. */
  bindKnown(edition: Edition): readonly string[] {
    const held = this.held(edition);
    const missing: string[] = [];
    const found: { id: string; marker: string; sha256: string }[] = [];
    for (const { id, download } of Object.values(edition.mediaFiles)) {
      if (!download || held.has(id)) continue;
      const sha256 = this.#find(edition.source, download);
      if (sha256) found.push({ id, marker: download.marker, sha256 });
      else missing.push(id);
    }
    if (found.length > 0) {
      this.#database.write(() => {
        for (const { id, marker, sha256 } of found) this.#bind(edition.source, id, marker, sha256);
      });
      this.#changed();
    }
    return missing;
  }

  /** Marks the objects of this edition as needed until now. Must run inside a transaction. */
  neededUntil(edition: Edition, now: number): void {
    const statement = this.#database.prepare('UPDATE object SET needed_at = ? WHERE sha256 = ?');
    for (const { sha256 } of this.held(edition).values()) statement.run(now, sha256);
  }

  /** Removes the bindings that no edition needs any more, also of objects that stay. */
  sweep(editions: readonly Edition[]): void {
    const live = new Set(
      editions.flatMap(({ source, mediaFiles }) =>
        Object.values(mediaFiles).map(({ id, download }) => key(source, id, download?.marker ?? '')),
      ),
    );
    const stale = this.#database
      .all<{ source: string; id: string; marker: string }>(
        'SELECT source, media_file_id AS id, marker FROM binding',
      )
      .filter((row) => !live.has(key(row.source, row.id, row.marker)));
    if (stale.length === 0) return;
    this.#database.write(() => {
      const statement = this.#database.prepare(
        'DELETE FROM binding WHERE source = @source AND media_file_id = @id AND marker = @marker',
      );
      for (const row of stale) statement.run(row);
    });
    this.#changed();
  }

  #changed(): void {
    this.#held.forget();
    this.#version++;
  }

  #bind(source: string, mediaFileId: string, marker: string, sha256: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO binding VALUES (?, ?, ?, ?)')
      .run(source, mediaFileId, marker, sha256);
  }

  /** Within the source an equal marker is enough. Equal hashes mean equal bytes from any source. */
  #find(source: string, { marker, hashes }: Download): string | null {
    const find = (sql: string, ...values: string[]): string | null =>
      this.#database.get<{ sha256: string }>(sql, ...values)?.sha256 ?? null;
    const same = find('SELECT sha256 FROM binding WHERE source = ? AND marker = ? LIMIT 1', source, marker);
    if (same) return same;
    for (const { algorithm, hex } of hashes) {
      const object = find(`SELECT sha256 FROM object WHERE ${algorithm} = ? LIMIT 1`, hex);
      if (object) return object;
    }
    return null;
  }
}

function key(...words: string[]): string {
  return JSON.stringify(words);
}
