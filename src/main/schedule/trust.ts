import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { dayMs } from '../edition/wall-clock.ts';

/** What the `Date` header of the CMS said, and when: by the time since boot, as the machine may be suspended meanwhile. */
export interface ServerTime {
  readonly date: number;
  readonly sinceBoot: number;
}

export type Distrust = 'before-2025' | 'contradicted';

/** Why the clock is not to be trusted, or null. */
export function distrust(now: number, sinceBoot: number, server: ServerTime | null): Distrust | null {
  if (now < firstPlausibleInstant) return 'before-2025';
  if (server === null) return null;
  const there = server.date + (sinceBoot - server.sinceBoot);
  return Math.abs(now - there) > dayMs ? 'contradicted' : null;
}
