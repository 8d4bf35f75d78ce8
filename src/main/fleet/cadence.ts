/** When something was told last, as which, and when it is told again in any case. By the steady clock. */
export interface Told {
  readonly key: string;
  readonly at: number;
  readonly again: number;
}

const changeMs = 30_000;
const everyMs = 300_000;

/** A change is told at once, but no more often than every 30 s; all else every five minutes. */
export function isDue(told: Told | null, key: string, now: number): boolean {
  if (told === null || now >= told.again) return true;
  return key !== told.key && now - told.at >= changeMs;
}

/** Sooner or later by up to a fifth, so that players that started together do not speak together for ever. */
export function toldNow(key: string, now: number, random: () => number): Told {
  return { key, at: now, again: now + Math.round(everyMs * (0.8 + random() * 0.4)) };
}
