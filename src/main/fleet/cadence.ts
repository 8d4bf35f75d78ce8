/** The last message: its key, when it was sent, and when it is due again. Monotonic times. */
export interface Sent {
  readonly key: string;
  readonly at: number;
  readonly again: number;
}

const changeMs = 30_000;
const everyMs = 300_000;

/** A change is due at once but at most every 30 s; an unchanged state every five minutes. */
export function isDue(sent: Sent | null, key: string, now: number): boolean {
  if (sent === null || now >= sent.again) return true;
  return key !== sent.key && now - sent.at >= changeMs;
}

/** Varies the interval by a fifth, so that players that started together drift apart. */
export function sentNow(key: string, now: number, random: () => number): Sent {
  return { key, at: now, again: now + Math.round(everyMs * (0.8 + random() * 0.4)) };
}
