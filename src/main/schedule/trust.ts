import { Temporal } from 'temporal-polyfill';
import { dayMs } from './wall.ts';

/** No player was installed before: a clock that shows less lost its battery. */
const year2025 = Temporal.Instant.from('2025-01-01T00:00Z').epochMilliseconds;

/** What the CMS's `Date` header said, and when on the clock that never leaps. */
export interface ServerTime {
  readonly date: number;
  readonly monotonic: number;
}

export type Distrust = 'before-2025' | 'contradicted';

/** Why the clock is not to be trusted, or null. */
export function distrust(now: number, monotonic: number, server: ServerTime | null): Distrust | null {
  if (now < year2025) return 'before-2025';
  if (server === null) return null;
  const there = server.date + (monotonic - server.monotonic);
  return Math.abs(now - there) > dayMs ? 'contradicted' : null;
}
