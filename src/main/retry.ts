/** How long to stay away after a failure: doubling, with jitter so that a thousand players do not return at once. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** `attempt` counts from 0. Between half and the whole of the doubled step. */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number = Math.random): number {
  const step = Math.min(backoff.mostMs, backoff.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(step * (0.5 + random() / 2));
}

/** No server may send us away for longer than this. */
export const longestPatienceMs = 24 * 60 * 60 * 1000;

/**
 * The wait that a `Retry-After` header asks for; null when it is absent or makes no sense. A date is measured from the
 * server's own `Date`, as the clock of a signage device is often wrong.
 */
export function retryAfterMs(
  retryAfter: string | undefined,
  serverDate: string | undefined,
  now: number,
): number | null {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text) * 1000, longestPatienceMs);
  // Only a real HTTP date: Date.parse makes a year out of almost anything.
  if (!/^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const from = Date.parse(serverDate ?? '');
  const wait = until - (Number.isNaN(from) ? now : from);
  return Math.min(Math.max(wait, 0), longestPatienceMs);
}
