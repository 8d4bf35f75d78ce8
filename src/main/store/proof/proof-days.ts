import type { Database } from '../database.ts';
import { withNames } from './proof-names.ts';

/** What was shown of one item, under one name, on one screen or zone. */
export interface DayItem {
  readonly screenId: string;
  readonly mediaFileId: string;
  /** Null: its name was not kept. */
  readonly item: string | null;
  readonly plays: number;
  readonly failed: number;
  readonly ms: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface ProofDays {
  /** When the first showing since then began; null: none. */
  firstAt(since: number): number | null;
  /** Of showings that began from `from` until before `until`. */
  items(from: number, until: number): readonly DayItem[];
}

export function proofDays(database: Database): ProofDays {
  return {
    firstAt: (since) =>
      database.get<{ at: number | null }>(
        'SELECT min(started_at) AS at FROM showing WHERE started_at >= ?',
        since,
      )?.at ?? null,
    items: (from, until) =>
      database.all<DayItem>(
        `SELECT screen_id AS screenId, showing.media_file_id AS mediaFileId, item,
           count(*) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS plays,
           count(*) FILTER (WHERE outcome IN ('failed', 'skipped')) AS failed,
           CAST(coalesce(sum(max(ended_at - started_at, 0)), 0) AS INTEGER) AS ms,
           min(started_at) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS firstAt,
           max(started_at) FILTER (WHERE outcome IS NULL OR outcome IN ('completed', 'interrupted')) AS lastAt
         FROM showing ${withNames} WHERE started_at >= ? AND started_at < ?
         GROUP BY screenId, mediaFileId, item ORDER BY screenId, plays DESC, item, mediaFileId`,
        from,
        until,
      ),
  };
}
