import type { Connection } from '../../ground/sqlite.ts';

export function expand(connection: Connection): void {
  connection.exec(`
    -- How the player was: one row from one change to the next.
    CREATE TABLE IF NOT EXISTS health (
      sequence INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      -- Null while it is so.
      ended_at INTEGER,
      verdict TEXT NOT NULL CHECK (verdict IN ('well', 'attention', 'dark')),
      sentence TEXT NOT NULL,
      -- Codes as a JSON list, the worst first.
      reasons TEXT NOT NULL
    ) STRICT;
  `);
}
