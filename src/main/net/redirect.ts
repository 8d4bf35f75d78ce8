/** Where one request has come to on its way through redirects. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  /** How many redirects led here. */
  readonly count: number;
  /** Stays true: whoever is elsewhere chose every address from there on, so nothing of ours goes along any more. */
  readonly hasLeft: boolean;
}

/** Why a redirect is not followed. */
export type RedirectRefusal = 'loop' | 'no-address' | 'insecure' | 'change-elsewhere';

export const mostRedirects = 10;

export function firstHop(url: string, method = 'GET'): Hop {
  return { url, method, count: 0, hasLeft: false };
}

/** The next hop, or why there is none. Null: this answer is no redirect. With `most` 0 none is taken for one. */
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
  // As browsers do it: of 301 and 302 only a POST becomes a GET. A DELETE that did would read, and look well.
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
