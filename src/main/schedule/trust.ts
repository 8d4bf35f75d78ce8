import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { dayMs } from '../edition/wall-clock.ts';

/** The `Date` header of the CMS and when it came: by the time since boot, which counts suspended time too. */
export interface ServerTime {
  readonly date: number;
  readonly sinceBoot: number;
}

export type Distrust = 'before-2025' | 'contradicted';

/** Why the clock cannot be trusted, or null. */
export function distrust(now: number, sinceBoot: number, server: ServerTime | null): Distrust | null {
  if (now < firstPlausibleInstant) return 'before-2025';
  if (server === null) return null;
  const there = server.date + (sinceBoot - server.sinceBoot);
  return Math.abs(now - there) > dayMs ? 'contradicted' : null;
}
