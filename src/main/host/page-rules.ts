import type { AllowedPage, PageGate } from './host.ts';

/**
 * What both hosts do to the documents of playlists' web pages, and to nothing else: remove the response headers that
 * forbid framing, and add configured request headers.
 */

/** For a browser without limits on where its pages may lead. */
export const openGate: PageGate = { refusal: async () => null };

/** One pair per header line: names come in any case and may repeat. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A document request that began at a configured page, followed through its redirects. */
export interface PageVisit {
  readonly page: AllowedPage;
  /** False once a redirect has left the page's origin, and for good: a return does not restore them. */
  readonly withHeaders: boolean;
}

/** A document request. */
export interface DocumentRequest {
  readonly address: string;
  readonly method: string;
  /** The frame's current document, or null. */
  readonly from: string | null;
}

/**
 * The visit that a first request for this address begins; null if no playlist names it. Only the stage in a fresh frame
 * or the page itself can begin one: another page's forms and links must not be sent with this page's headers.
 */
export function beginVisit(
  pages: readonly AllowedPage[],
  { address, method, from }: DocumentRequest,
): PageVisit | null {
  const before = from === null ? null : originOf(from);
  if (method !== 'GET' || (before !== null && before !== originOf(address))) return null;
  const wanted = withoutFragment(address);
  if (wanted === null) return null;
  const page = pages.find((candidate) => withoutFragment(candidate.address) === wanted);
  return page ? { page, withHeaders: true } : null;
}

/** The same visit after a redirect: still the page's document, but another origin gets no headers. */
export function redirectVisit(visit: PageVisit, address: string): PageVisit {
  const origin = originOf(address);
  const stays = origin !== null && origin === originOf(visit.page.address);
  return stays || !visit.withHeaders ? visit : { page: visit.page, withHeaders: false };
}

/**
 * The request's headers, with configured ones replacing those of the same name. After a redirect a browser may resend
 * added headers: `own` is its original list, used again on another origin.
 */
export function visitHeaders(visit: PageVisit, headers: HeaderLines, own: HeaderLines = []): HeaderLines {
  const configured = Object.entries(visit.page.headers).filter(([name, value]) => mayBeSet(name, value));
  const names = new Set(configured.map(([name]) => name.toLowerCase()));
  const isConfigured = ([name]: readonly [string, string]): boolean => names.has(name.toLowerCase());
  const others = headers.filter((line) => !isConfigured(line));
  return visit.withHeaders ? [...others, ...configured] : [...others, ...own.filter(isConfigured)];
}

/** The response's headers without those that forbid framing; the rest of the policy stays. */
export function liftFraming(headers: HeaderLines): HeaderLines {
  return headers.flatMap(([name, value]): HeaderLines => {
    const known = name.toLowerCase();
    if (known === 'x-frame-options') return [];
    if (known !== 'content-security-policy') return [[name, value]];
    const policy = withoutFrameAncestors(value);
    return policy === '' ? [] : [[name, policy]];
  });
}

/** The same, or null if nothing in them forbids framing. */
export function liftedFraming(headers: HeaderLines): HeaderLines | null {
  const lifted = liftFraming(headers);
  const isFree =
    lifted.length === headers.length && lifted.every(([, value], i) => value === headers[i]?.[1]);
  return isFree ? null : lifted;
}

/**
 * One header line may carry several policies separated by commas, and all of them hold. The report-only header and
 * `<meta>` cannot forbid framing and need no change.
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

/** Headers of the connection, or of the browser's own protections. */
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

/** Only http and https: a `file:` or `data:` address is not a web page. */
function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
