import type { AllowedPage, PageGate } from './host.ts';

/**
 * What both hosts do to the documents of the web pages that playlists name, and to nothing else: the headers that
 * forbid framing are lifted from their responses, and configured request headers go with their requests.
 */

/** For a browser of which nobody says where its pages may lead. */
export const openGate: PageGate = { refusal: async () => null };

/** One pair for each header line: names come in any case and may repeat. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A frame's document request that began at a configured page, followed through its redirects. */
export interface PageVisit {
  readonly page: AllowedPage;
  /** False once a redirect has left the page's origin, and for good: coming back does not bring them again. */
  readonly withHeaders: boolean;
}

/** How a document is asked for. */
export interface Asking {
  readonly address: string;
  readonly method: string;
  /** What the frame shows so far: nothing yet, or the document that asks for another one in its place. */
  readonly from: string | null;
}

/**
 * The visit that a first request for this address begins, or null when no playlist names it. Only the stage begins one, in
 * a fresh frame, or the page itself, loading itself anew: another page must not have its forms and links go with the
 * headers of this one.
 */
export function beginVisit(
  pages: readonly AllowedPage[],
  { address, method, from }: Asking,
): PageVisit | null {
  const before = from === null ? null : originOf(from);
  if (method !== 'GET' || (before !== null && before !== originOf(address))) return null;
  const wanted = withoutFragment(address);
  if (wanted === null) return null;
  const page = pages.find((candidate) => withoutFragment(candidate.address) === wanted);
  return page ? { page, withHeaders: true } : null;
}

/** The same visit after a redirect: it is still that page's document, but another origin gets no headers. */
export function redirectVisit(visit: PageVisit, address: string): PageVisit {
  const origin = originOf(address);
  const stays = origin !== null && origin === originOf(visit.page.address);
  return stays || !visit.withHeaders ? visit : { page: visit.page, withHeaders: false };
}

/**
 * The request's headers, with the configured ones instead of others of the same name. After a redirect a browser may
 * send again what it was made to send before: `own` is what it wanted itself, to go back to on another origin.
 */
export function visitHeaders(visit: PageVisit, headers: HeaderLines, own: HeaderLines = []): HeaderLines {
  const configured = Object.entries(visit.page.headers).filter(([name, value]) => mayBeSet(name, value));
  const names = new Set(configured.map(([name]) => name.toLowerCase()));
  const isConfigured = ([name]: readonly [string, string]): boolean => names.has(name.toLowerCase());
  const others = headers.filter((line) => !isConfigured(line));
  return visit.withHeaders ? [...others, ...configured] : [...others, ...own.filter(isConfigured)];
}

/** The response's headers without those that forbid framing; all the rest of its policy stays. */
export function liftFraming(headers: HeaderLines): HeaderLines {
  return headers.flatMap(([name, value]): HeaderLines => {
    const known = name.toLowerCase();
    if (known === 'x-frame-options') return [];
    if (known !== 'content-security-policy') return [[name, value]];
    const policy = withoutFrameAncestors(value);
    return policy === '' ? [] : [[name, policy]];
  });
}

/**
 * One header line may carry several policies, separated by commas, and all of them hold. The report-only header
 * and `<meta>` cannot forbid framing, so neither needs this.
 */
export function withoutFrameAncestors(headerValue: string): string {
  return headerValue
    .split(',')
    .map((policy) => {
      const directives = policy.split(';').map((directive) => directive.trim());
      const kept = directives.filter((text) => text !== '' && !/^frame-ancestors(\s|$)/i.test(text));
      return kept.join('; ');
    })
    .filter((policy) => policy !== '')
    .join(', ');
}

/** Names that belong to the connection or to the browser's own protections. */
const neverSet = new Set(
  'connection content-length expect host keep-alive origin te trailer transfer-encoding upgrade'.split(' '),
);

function mayBeSet(name: string, value: string): boolean {
  const known = name.toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(known)) return false;
  if (neverSet.has(known) || known.startsWith('sec-') || known.startsWith('proxy-')) return false;
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function withoutFragment(address: string): string | null {
  const url = webAddress(address);
  if (!url) return null;
  url.hash = '';
  return url.href;
}

function originOf(address: string): string | null {
  return webAddress(address)?.origin ?? null;
}

/** Only http and https: a `file:` or `data:` address is no web page, whoever names it. */
function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
