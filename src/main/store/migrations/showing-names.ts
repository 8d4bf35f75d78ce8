import type { Connection } from '../../ground/sqlite.ts';

export function expand(connection: Connection): void {
  connection.exec(`
    -- Names at the time of showing, once for all showings of an entry in an edition.
    CREATE TABLE IF NOT EXISTS showing_name (
      edition_id TEXT NOT NULL,
      entry_id TEXT NOT NULL,
      media_file_id TEXT NOT NULL,
      item TEXT,
      playlist TEXT,
      entry INTEGER,
      -- The last showing, to the day: names live as long as their showings.
      last_at INTEGER NOT NULL,
      PRIMARY KEY (edition_id, entry_id, media_file_id)
    ) STRICT, WITHOUT ROWID;
  `);
}
