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

/** A showing that is known already stays as it is. */
export function insertRow(database: Database, row: ProofRow): number {
  return database
    .prepare(
      `INSERT INTO showing (id, screen_id, entry_id, media_file_id, edition_id, started_at, ended_at, outcome, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    )
    .run(
      row.id,
      row.screenId,
      row.entryId,
      row.mediaFileId,
      row.editionId,
      row.startedAt,
      row.endedAt,
      row.outcome,
      row.reason,
    );
}

interface Row {
  sequence: number;
  id: string;
  screen_id: string;
  entry_id: string;
  media_file_id: string;
  edition_id: string | null;
  started_at: number;
  ended_at: number | null;
  outcome: Outcome | null;
  reason: string | null;
}

const page = 1_000;

/** Page by page: an open statement would keep the connection from writing while the caller takes its time. */
export function* proofRows(database: Database, since: number): IterableIterator<ProofRow> {
  let [at, sequence] = [since, -1];
  for (;;) {
    const rows = database.all<Row>(
      'SELECT * FROM showing WHERE (started_at, sequence) > (?, ?) ORDER BY started_at, sequence LIMIT ?',
      at,
      sequence,
      page,
    );
    for (const row of rows) {
      [at, sequence] = [row.started_at, row.sequence];
      yield {
        id: row.id,
        screenId: row.screen_id,
        entryId: row.entry_id,
        mediaFileId: row.media_file_id,
        editionId: row.edition_id,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        outcome: row.outcome,
        reason: row.reason,
      };
    }
    if (rows.length < page) return;
  }
}
