import type { EntryRecord } from '../edition/records.ts';
import { dayMs, readDay, readTime, type WallTime, weekdayOf } from '../edition/wall-clock.ts';

/** An entry whose next showing is further away than this is fetched last, but it is fetched. */
const horizonDays = 400;

/**
 * In how many milliseconds this entry may be shown at the earliest: 0 = now, null = never again. It errs towards
 * "sooner": it may call needed what is not, but never the other way round.
 */
export function soonest(entry: EntryRecord, now: WallTime): number | null {
  if (entry.deletedAt !== null || entry.playRule === 'never' || entry.unreadable !== null) return null;
  if (entry.playRule === 'always') return 0;

  const firstDay = entry.startDate === null ? null : readDay(entry.startDate);
  const lastDay = entry.endDate === null ? null : readDay(entry.endDate);
  const start = (entry.startTime === null ? null : readTime(entry.startTime)) ?? 0;
  const end = (entry.endTime === null ? null : readTime(entry.endTime)) ?? dayMs;
  const overMidnight = end < start;

  // A window over midnight belongs to the day on which it starts, so yesterday's may still be running.
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
