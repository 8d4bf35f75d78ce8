import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { dayMs } from '../edition/wall-clock.ts';

/** What the `Date` header of the CMS said, and when by the clock that never leaps. */
export interface ServerTime {
  readonly date: number;
  readonly monotonic: number;
}

export type Distrust = 'before-2025' | 'contradicted';

/** Why the clock is not to be trusted, or null. */
export function distrust(now: number, monotonic: number, server: ServerTime | null): Distrust | null {
  if (now < firstPlausibleInstant) return 'before-2025';
  if (server === null) return null;
  const there = server.date + (monotonic - server.monotonic);
  return Math.abs(now - there) > dayMs ? 'contradicted' : null;
}
