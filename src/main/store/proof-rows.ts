import type { Database } from './database.ts';

export type Outcome = 'completed' | 'interrupted' | 'failed' | 'skipped';

/** One showing. Instants are epoch milliseconds. */
export interface ProofRow {
  readonly id: string;
  readonly screenId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly editionId: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Null while it is on screen. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
}

/** Leaves a showing that is known already as it is. Answers the number of rows made. */
export function insertRow(database: Database, row: ProofRow): number {
  return database
    .prepare(
      `INSERT INTO showing (id, screen_id, entry_id, media_file_id, edition_id, started_at, ended_at, outcome, reason)
       VALUES (@id, @screenId, @entryId, @mediaFileId, @editionId, @startedAt, @endedAt, @outcome, @reason)
       ON CONFLICT (id) DO NOTHING`,
    )
    .run(row);
}

/** The columns of a showing under the names of `ProofRow`. */
export const proofColumns = `id, screen_id AS screenId, entry_id AS entryId, media_file_id AS mediaFileId,
  edition_id AS editionId, started_at AS startedAt, ended_at AS endedAt, outcome, reason`;

const page = 1_000;

/** Reads page by page: an open statement would keep the connection from writing while the caller takes its time. */
export function* proofRows(database: Database, since: number): IterableIterator<ProofRow> {
  let [at, after] = [since, -1];
  for (;;) {
    const rows = database.all<ProofRow & { readonly sequence: number }>(
      `SELECT sequence, ${proofColumns} FROM showing
       WHERE (started_at, sequence) > (?, ?) ORDER BY started_at, sequence LIMIT ?`,
      at,
      after,
      page,
    );
    for (const { sequence, ...row } of rows) {
      [at, after] = [row.startedAt, sequence];
      yield row;
    }
    if (rows.length < page) return;
  }
}
