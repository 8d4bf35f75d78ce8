/** How long to wait after a failure: twice as long each time, up to a bound. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** For what fails within this player. `attempt` counts from 0. */
export function doubledMs(attempt: number, { firstMs, mostMs }: Backoff): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30));
}

/** For requests to servers: between half and the whole, so that a thousand players do not return at once. */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number = Math.random): number {
  return Math.round(doubledMs(attempt, backoff) * (0.5 + random() / 2));
}

/** An interval with a jitter of a tenth, for the same reason. */
export function aroundMs(everyMs: number, random: () => number = Math.random): number {
  return everyMs * (0.9 + random() * 0.2);
}

/** The longest wait that a server may request. */
export const longestRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * The wait that a `Retry-After` header asks for; null when it is absent or makes no sense. A date is measured from the
 * server's own `Date`, as the clock of a signage device is often wrong.
 */
export function retryAfterMs(
  retryAfter: string | null | undefined,
  serverDate: string | null | undefined,
  now: number,
): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  // Only a real HTTP date: Date.parse makes a year out of almost anything.
  if (!/^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const from = Date.parse(serverDate ?? '');
  const wait = until - (Number.isNaN(from) ? now : from);
  return Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

/** The rest of a wait. A longer one than any server may request comes from a clock that leapt: none. */
export function retryAfterLeftMs(until: number | null, now: number): number {
  const left = until === null ? 0 : until - now;
  return left > 0 && left <= longestRetryAfterMs ? left : 0;
}
