import type { ShowingNames } from '../../edition/showing-names.ts';
import type { Database } from '../database.ts';

const dayMs = 86_400_000;

/** Joins the names of a `showing`. */
export const withNames = `LEFT JOIN showing_name AS names ON names.edition_id = showing.edition_id
  AND names.entry_id = showing.entry_id AND names.media_file_id = showing.media_file_id`;

interface NamedRow extends ShowingNames {
  readonly editionId: string | null;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly startedAt: number;
}

/** Must run inside a transaction. Writes once a day for each entry, not once a showing. */
export function insertNames(database: Database, row: NamedRow): void {
  database
    .prepare(
      `INSERT INTO showing_name (edition_id, entry_id, media_file_id, item, playlist, entry, last_at)
       VALUES (@editionId, @entryId, @mediaFileId, @item, @playlist, @entry, @startedAt)
       ON CONFLICT DO UPDATE SET last_at = excluded.last_at WHERE excluded.last_at > last_at + ${dayMs}`,
    )
    .run(row);
}

/** Removes names whose showings are all gone. */
export function pruneNames(database: Database): void {
  database.run(`DELETE FROM showing_name WHERE last_at + ${dayMs} < (SELECT min(started_at) FROM showing)`);
}
