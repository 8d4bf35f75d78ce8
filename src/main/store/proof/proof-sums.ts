import type { Database } from '../database.ts';

/** Totals of one media file on one screen. */
export interface ShownItem {
  readonly mediaFileId: string;
  readonly screenId: string;
  readonly showings: number;
  /** Failed on screen, or skipped because of a failure. */
  readonly failed: number;
  readonly seconds: number;
  /** When the last showing began, in epoch milliseconds; null: none. */
  readonly lastAt: number | null;
}

/** Of showings that began from `from` until before `until`, in epoch milliseconds. */
export function shownItems(database: Database, from: number, until: number): readonly ShownItem[] {
  return database.all<ShownItem>(
    `SELECT media_file_id AS mediaFileId, screen_id AS screenId,
       count(*) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS showings,
       count(*) FILTER (WHERE outcome IN ('failed', 'skipped')) AS failed,
       CAST(coalesce(sum(max(ended_at - started_at, 0)), 0) / 1000 AS INTEGER) AS seconds,
       max(started_at) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS lastAt
     FROM showing WHERE started_at >= ? AND started_at < ?
     GROUP BY media_file_id, screen_id ORDER BY showings DESC`,
    from,
    until,
  );
}

/**
 * Another one after each change of these showings: their sums are the same while it is. The plus keeps SQLite to the few rows of
 * the index of open ones.
 */
export function shownMark(database: Database, from: number, until: number): string {
  const marked = database.get<{ mark: string }>(
    `SELECT count(*) || ' ' || coalesce(max(sequence), 0) || ' ' ||
       (SELECT count(*) FROM showing WHERE outcome IS NULL AND +started_at >= ? AND +started_at < ?) AS mark
     FROM showing WHERE started_at >= ? AND started_at < ?`,
    ...[from, until, from, until],
  );
  return `${from} ${until} ${marked?.mark}`;
}

/** How often an entry was shown in one period of a day. */
export interface ShownEntry {
  readonly entryId: string;
  readonly at: number;
  readonly showings: number;
  readonly failed: number;
  /** When the last one began; of failures alone, the last failure. */
  readonly lastAt: number;
}

export function shownEntries(
  database: Database,
  screenId: string,
  { from, until, everyMs }: { readonly from: number; readonly until: number; readonly everyMs: number },
): readonly ShownEntry[] {
  return database.all<ShownEntry>(
    `SELECT entry_id AS entryId,
       started_at - ((started_at - CAST(? AS INTEGER)) % CAST(? AS INTEGER)) AS at,
       count(*) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS showings,
       count(*) FILTER (WHERE outcome IN ('failed', 'skipped')) AS failed,
       coalesce(
         max(started_at) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')), max(started_at)
       ) AS lastAt
     FROM showing WHERE started_at >= ? AND started_at < ? AND screen_id = ?
     GROUP BY entry_id, at ORDER BY at LIMIT 20000`,
    ...[from, everyMs, from, until],
    screenId,
  );
}

/** A period without a showing on a screen. */
export interface Silence {
  readonly screenId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Gaps of `leastMs` or more between showings, the newest first. A showing on screen now has not ended; one that begins later was
 * under a clock that was ahead.
 */
export function silences(
  database: Database,
  { from, now, leastMs }: { readonly from: number; readonly now: number; readonly leastMs: number },
): readonly Silence[] {
  return database.all<Silence>(
    `SELECT screenId, fromAt AS "from", toAt AS "to" FROM (
       SELECT screen_id AS screenId,
         max(coalesce(ended_at, ?)) OVER (PARTITION BY screen_id ORDER BY started_at, sequence) AS fromAt,
         coalesce(lead(started_at) OVER (PARTITION BY screen_id ORDER BY started_at, sequence), ?) AS toAt
       FROM showing WHERE started_at >= ? AND started_at <= ? AND outcome IS NOT 'skipped'
     ) WHERE toAt - fromAt >= ? ORDER BY fromAt DESC LIMIT 500`,
    ...[now, now, from, now],
    leastMs,
  );
}
