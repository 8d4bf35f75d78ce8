/** Position of one request in its chain of redirects. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  /** Number of redirects so far. */
  readonly count: number;
  /** Stays true: a foreign server chose every further address, so our headers no longer go along. */
  readonly hasLeft: boolean;
}

/** Reason for not following a redirect. */
export type RedirectRefusal = 'loop' | 'no-address' | 'insecure' | 'change-elsewhere';

export const mostRedirects = 10;

export function firstHop(url: string, method = 'GET'): Hop {
  return { url, method, count: 0, hasLeft: false };
}

/** The next hop or the reason for a refusal. Null: the answer is no redirect. With `most` 0 no answer is. */
export function nextHop(
  hop: Hop,
  answer: { readonly status: number; readonly location: string | undefined },
  most = mostRedirects,
): Hop | RedirectRefusal | null {
  const { status } = answer;
  if (!redirects.has(status) || most === 0) return null;
  const from = new URL(hop.url);
  const target = answer.location === undefined ? null : URL.parse(answer.location, hop.url);
  if (target === null || !/^https?:$/.test(target.protocol)) return 'no-address';
  if (hop.count >= most) return 'loop';
  if (from.protocol === 'https:' && target.protocol === 'http:') return 'insecure';
  const leaves = target.origin !== from.origin;
  const isReading = hop.method === 'GET' || hop.method === 'HEAD';
  if (leaves && !isReading) return 'change-elsewhere';
  // Like browsers: after 301 and 302 only a POST becomes a GET. A DELETE turned into a GET would look successful.
  const becomesGet = !isReading && (status === 303 || (hop.method === 'POST' && status <= 302));
  target.username = '';
  target.password = '';
  return {
    url: target.href,
    method: becomesGet ? 'GET' : hop.method,
    count: hop.count + 1,
    hasLeft: hop.hasLeft || leaves,
  };
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
