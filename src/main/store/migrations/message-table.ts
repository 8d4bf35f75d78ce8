import type { Connection } from '../../ground/sqlite.ts';

export function expand(connection: Connection): void {
  connection.exec(`
    -- What the English texts of other tables were made of: a code of the catalogue and its values, as JSON.
    CREATE TABLE IF NOT EXISTS message (
      text TEXT PRIMARY KEY,
      message TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
