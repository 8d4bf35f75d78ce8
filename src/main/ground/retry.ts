/** The wait after a failure: doubled each time, up to a limit. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** For failures within the player. `attempt` counts from 0. */
export function doubledMs(attempt: number, { firstMs, mostMs }: Backoff): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30));
}

/** For requests to servers: between half and all of it, so that a thousand players do not return at once. */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number = Math.random): number {
  return Math.round(doubledMs(attempt, backoff) * (0.5 + random() / 2));
}

/** An interval with 10 % jitter, for the same reason. */
export function aroundMs(everyMs: number, random: () => number = Math.random): number {
  return everyMs * (0.9 + random() * 0.2);
}

/** The longest wait that a server may request. */
export const longestRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * The wait in a `Retry-After` header; null if absent or invalid. A date is compared with the server's own `Date`, because
 * the clock of a signage device is often wrong.
 */
export function retryAfterMs(
  retryAfter: string | null | undefined,
  serverDate: string | null | undefined,
  now: number,
): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  // Only a real HTTP date: Date.parse reads a year into almost anything.
  if (!/^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const from = Date.parse(serverDate ?? '');
  const wait = until - (Number.isNaN(from) ? now : from);
  return Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

/** The remaining wait. None if it exceeds what a server may request: then the clock has leapt. */
export function retryAfterLeftMs(until: number | null, now: number): number {
  const left = until === null ? 0 : until - now;
  return left > 0 && left <= longestRetryAfterMs ? left : 0;
}
