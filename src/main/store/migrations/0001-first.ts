import type { Connection } from '../../ground/sqlite.ts';

export function up(connection: Connection): void {
  connection.exec(`
    -- One verified file. Described by its own bytes.
    CREATE TABLE object (
      sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
      bytes INTEGER NOT NULL CHECK (bytes >= 0),
      kind TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      extension TEXT NOT NULL,
      duration_ms REAL,
      width REAL,
      height REAL,
      md5 TEXT,
      sha1 TEXT,
      -- When an edition last needed it: the longest unneeded goes first.
      needed_at INTEGER NOT NULL,
      -- When its bytes were last hashed; 0 = taken on trust, to be hashed first.
      checked_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX object_by_md5 ON object (md5) WHERE md5 IS NOT NULL;
    CREATE INDEX object_by_sha1 ON object (sha1) WHERE sha1 IS NOT NULL;
    CREATE INDEX object_by_check ON object (checked_at);

    -- Which object holds the bytes of a media file in the state that its marker names.
    CREATE TABLE binding (
      source TEXT NOT NULL,
      media_file_id TEXT NOT NULL,
      marker TEXT NOT NULL,
      sha256 TEXT NOT NULL REFERENCES object (sha256) ON DELETE CASCADE,
      PRIMARY KEY (source, media_file_id, marker)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX binding_by_marker ON binding (source, marker);
    CREATE INDEX binding_by_object ON binding (sha256);

    CREATE TABLE edition (
      id TEXT PRIMARY KEY,
      source TEXT NOT NULL,
      -- The manifest as JSON; the same text lies in the sidecar.
      body TEXT NOT NULL
    ) STRICT;

    -- At most one edition in each state for each source.
    CREATE TABLE slot (
      source TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('staged', 'active', 'previous')),
      edition_id TEXT NOT NULL REFERENCES edition (id),
      staged_at INTEGER NOT NULL,
      activated_at INTEGER,
      complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
      PRIMARY KEY (source, state)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX slot_by_edition ON slot (edition_id);

    CREATE TABLE attempt (
      source TEXT NOT NULL,
      marker TEXT NOT NULL,
      media_file_id TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      refusals INTEGER NOT NULL,
      first_at INTEGER NOT NULL,
      last_progress_at INTEGER NOT NULL,
      next_try_at INTEGER NOT NULL,
      failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      PRIMARY KEY (source, marker)
    ) STRICT, WITHOUT ROWID;

    -- Failures on screen. Content is the object's hash, or empty for what has no bytes (a web page).
    CREATE TABLE strike (
      source TEXT NOT NULL,
      media_file_id TEXT NOT NULL,
      content TEXT NOT NULL,
      strikes INTEGER NOT NULL,
      reason TEXT NOT NULL,
      last_at INTEGER NOT NULL,
      PRIMARY KEY (source, media_file_id)
    ) STRICT, WITHOUT ROWID;

    -- Proof of play. Outcome is null while it is on screen.
    CREATE TABLE showing (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      screen_id TEXT NOT NULL,
      entry_id TEXT NOT NULL,
      media_file_id TEXT NOT NULL,
      edition_id TEXT,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      outcome TEXT CHECK (outcome IN ('completed', 'interrupted', 'failed', 'skipped')),
      reason TEXT
    ) STRICT;
    CREATE INDEX showing_open ON showing (sequence) WHERE outcome IS NULL;
    CREATE INDEX showing_by_start ON showing (started_at);

    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
