import type { Connection } from '../../ground/sqlite.ts';

export function expand(connection: Connection): void {
  connection.exec(`
    -- Events to report once the broker is reachable. A number is never used twice.
    CREATE TABLE IF NOT EXISTS fleet_event (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      sentence TEXT NOT NULL,
      -- 1: the broker has it.
      told INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- Commands of the fleet by their ids: each is here before it is done, so that none is done twice.
    CREATE TABLE IF NOT EXISTS fleet_command (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      -- As JSON.
      command TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      -- 1: it may have been done, in part or as a whole.
      begun INTEGER NOT NULL,
      -- As JSON; null while it is not known.
      result TEXT,
      -- 1: the broker has the result; otherwise one less at each attempt to report it.
      told INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `);
}
