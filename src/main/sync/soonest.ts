import type { EntryRecord } from '../edition/records.ts';
import { dayMs, readDay, readTime, type WallTime, weekdayOf } from '../edition/wall-clock.ts';

/** The search for the next showing ends after this many days. */
const horizonDays = 400;

/**
 * Milliseconds until this entry may be shown at the earliest: 0 = now, null = never again. It errs towards "sooner": it
 * may name an entry that is not needed, but never misses one that is.
 */
export function soonest(entry: EntryRecord, now: WallTime): number | null {
  if (entry.deletedAt !== null || entry.playRule === 'never' || entry.unreadable !== null) return null;
  if (entry.playRule === 'always') return 0;

  const firstDay = entry.startDate === null ? null : readDay(entry.startDate);
  const lastDay = entry.endDate === null ? null : readDay(entry.endDate);
  const start = (entry.startTime === null ? null : readTime(entry.startTime)) ?? 0;
  const end = (entry.endTime === null ? null : readTime(entry.endTime)) ?? dayMs;
  const overMidnight = end < start;

  // A window over midnight belongs to the day on which it starts, so yesterday's may still be open.
  const from = Math.max(firstDay ?? Number.NEGATIVE_INFINITY, now.day - (overMidnight ? 1 : 0));
  const to = Math.min(lastDay ?? Number.POSITIVE_INFINITY, from + horizonDays);
  for (let day = from; day <= to; day++) {
    if (entry.weekdays !== 0 && (entry.weekdays & (1 << weekdayOf(day))) === 0) continue;
    const opens = (day - now.day) * dayMs + (start === end ? 0 : start) - now.ms;
    const length = start === end ? dayMs : end - start + (overMidnight ? dayMs : 0);
    if (opens + length > 0) return Math.max(0, opens);
  }
  return null;
}
