import { dayMs, readTime, wallTime } from '../edition/wall-clock.ts';
import type { Hours } from './sync-settings.ts';

/** Milliseconds until downloads are allowed: 0 = now. */
export function untilAllowed(hours: Hours | null, now: number, timeZone: string | null): number {
  const { from, to } = window(hours);
  if (from === to) return 0;
  const { ms } = wallTime(now, timeZone);
  const inside = from < to ? ms >= from && ms < to : ms >= from || ms < to;
  return inside ? 0 : (from - ms + dayMs) % dayMs;
}

/** Milliseconds until downloads have to stop; null = never. */
export function untilClosed(hours: Hours | null, now: number, timeZone: string | null): number | null {
  const { from, to } = window(hours);
  if (from === to) return null;
  return (to - wallTime(now, timeZone).ms + dayMs) % dayMs || dayMs;
}

/** What is not a time allows every hour: a download too many is better than a screen without its show. */
function window(hours: Hours | null): { from: number; to: number } {
  const from = hours === null ? null : readTime(hours.from);
  const to = hours === null ? null : readTime(hours.to);
  return from === null || to === null ? { from: 0, to: 0 } : { from, to };
}
