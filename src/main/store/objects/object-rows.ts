import { type Edition, mediaFileOf } from '../../edition/edition.ts';
import type { HeldObject } from '../../edition/holdings.ts';
import type { Database } from '../database.ts';
import type { LedgerLine } from '../proof/ledger.ts';

export function insertObject(database: Database, line: LedgerLine, now: number, checkedAt: number): void {
  database
    .prepare(
      `INSERT INTO object VALUES (@sha256, @bytes, @kind, @mimeType, @extension, @durationMs, @width, @height,
         @md5, @sha1, @now, @checkedAt)
       ON CONFLICT (sha256) DO UPDATE SET
         kind = excluded.kind, mime_type = excluded.mime_type, extension = excluded.extension,
         duration_ms = excluded.duration_ms, width = excluded.width, height = excluded.height,
         md5 = coalesce(excluded.md5, md5), sha1 = coalesce(excluded.sha1, sha1), needed_at = excluded.needed_at`,
    )
    .run({ ...line, now, checkedAt });
}

/** True: these bytes are stored with another description, so all their media files change. */
export function isDescribedOtherwise(database: Database, line: LedgerLine): boolean {
  const other = database
    .prepare(
      `SELECT 1 FROM object WHERE sha256 = @sha256 AND (kind, mime_type, extension, duration_ms, width, height)
       IS NOT (@kind, @mimeType, @extension, @durationMs, @width, @height)`,
    )
    .get(line);
  return other !== null;
}

/** The objects that an edition holds, by media file. */
export function readHeld(database: Database, edition: Edition): Map<string, HeldObject> {
  const held = new Map<string, HeldObject>();
  const rows = database.all<HeldObject & { readonly id: string; readonly marker: string }>(
    `SELECT b.media_file_id AS id, b.marker, o.sha256, o.bytes, o.kind, o.mime_type AS mimeType, o.extension,
            o.duration_ms AS durationMs, o.width, o.height
     FROM binding b JOIN object o ON o.sha256 = b.sha256 WHERE b.source = ?`,
    edition.source,
  );
  for (const { id, marker, ...object } of rows) {
    if (mediaFileOf(edition, id)?.download?.marker === marker) held.set(id, object);
  }
  return held;
}
