/** When something was sent last, as which, and when it is sent again in any case. By the steady clock. */
export interface Sent {
  readonly key: string;
  readonly at: number;
  readonly again: number;
}

const changeMs = 30_000;
const everyMs = 300_000;

/** A change is sent at once, but no more often than every 30 s; all else every five minutes. */
export function isDue(sent: Sent | null, key: string, now: number): boolean {
  if (sent === null || now >= sent.again) return true;
  return key !== sent.key && now - sent.at >= changeMs;
}

/** Sooner or later by up to a fifth, so that players that started together do not speak together for ever. */
export function sentNow(key: string, now: number, random: () => number): Sent {
  return { key, at: now, again: now + Math.round(everyMs * (0.8 + random() * 0.4)) };
}
