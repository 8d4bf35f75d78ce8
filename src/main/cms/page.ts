import { VitrineError } from '../errors.ts';
import { isObject, kindOf, type Raw } from './decode/fields.ts';

/** One page of a list, without what it was wrapped in. */
export interface Page {
  readonly elements: readonly unknown[];
  /** Address of the next page, on our own origin; null: this was the last. */
  readonly next: string | null;
  /** How many elements all pages have, where the server says so. */
  readonly total: number | null;
  /** Number of the last page, where pages are numbered. */
  readonly last: number | null;
}

/** What one kind of record, or a list of it, may be wrapped in. */
export interface Envelope {
  /** Names of the wrapper, beside `data` and the like. */
  readonly names: readonly string[];
  /** Dotted path from the profile. */
  readonly path: string | null;
  readonly isRecord: (raw: Raw) => boolean;
}

export function readPage(
  body: unknown,
  envelope: Envelope,
  url: string,
  linkHeader: string | undefined,
): Page {
  const start = envelope.path === null ? body : valueAt(body, envelope.path);
  const holders: Raw[] = [];
  const elements = elementsOf(start, envelope, holders);
  if (elements === null) {
    throw new VitrineError(
      'temporary',
      'cms-bad-answer',
      `The CMS answered ${shape(body)} where a list should be.`,
      {
        remedy:
          'Check the address of the CMS; if the list is wrapped, give its path as cms.profile.envelope.',
      },
    );
  }
  if (isObject(body) && !holders.includes(body)) holders.push(body);
  const pagers = holders.flatMap(pagersOf);
  const next = nextOf(pagers, url, linkHeader);
  return { elements, next, total: totalOf(pagers), last: lastOf(pagers) };
}

const wrappers = ['data', 'items', 'results', 'records', 'list'];

function elementsOf(
  value: unknown,
  envelope: Envelope,
  holders: Raw[],
  depth = 0,
): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > 3) return null;
  // A single object for a list of one.
  if (envelope.isRecord(value)) return [value];
  holders.push(value);
  for (const name of [...wrappers, ...envelope.names]) {
    if (!Object.hasOwn(value, name)) continue;
    const found = elementsOf(value[name], envelope, holders, depth + 1);
    if (found !== null) return found;
  }
  // Some servers write a list with gaps in its numbering as an object.
  const keys = Object.keys(value);
  const isNumbered = keys.length > 0 && keys.every((key) => /^\d+$/.test(key) && isObject(value[key]));
  return isNumbered ? Object.values(value) : null;
}

/** A single record, bare or wrapped in `data` or its own name. */
export function readRecord(body: unknown, envelope: Envelope): unknown {
  let value = envelope.path === null ? body : (valueAt(body, envelope.path) ?? body);
  for (let depth = 0; depth < 3; depth++) {
    if (Array.isArray(value) && value.length === 1) value = value[0];
    if (!isObject(value) || envelope.isRecord(value)) return value;
    const wrapped: Raw = value;
    const name = ['data', 'item', 'result', ...envelope.names].find((each) => Object.hasOwn(wrapped, each));
    if (name === undefined) return value;
    value = wrapped[name];
  }
  return value;
}

function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return null;
    value = value[name];
  }
  return value;
}

/** The objects in which paginators keep their numbers. */
function pagersOf(holder: Raw): readonly Raw[] {
  const meta = own(holder, 'meta');
  const inner = [
    meta,
    own(holder, 'pagination'),
    own(holder, 'paging'),
    isObject(meta) ? own(meta, 'pagination') : null,
  ];
  return [holder, ...inner.filter(isObject)];
}

function nextOf(pagers: readonly Raw[], url: string, linkHeader: string | undefined): string | null {
  for (const pager of pagers) {
    for (const name of ['next_page_url', 'nextPageUrl', 'next_url', 'nextUrl']) {
      const next = own(pager, name);
      if (typeof next === 'string' && next !== '') return ownAddress(next, url);
    }
    const linked =
      linkedNext(own(pager, 'links')) ?? linkedNext(own(pager, '_links')) ?? addressLike(own(pager, 'next'));
    if (linked !== null) return ownAddress(linked, url);
  }
  const header = nextOfHeader(linkHeader);
  return header === null ? numberedNext(pagers, url) : ownAddress(header, url);
}

function linkedNext(links: unknown): string | null {
  if (Array.isArray(links)) {
    const next = links.find((link) => isObject(link) && own(link, 'rel') === 'next');
    return isObject(next) ? addressLike(own(next, 'href') ?? own(next, 'url')) : null;
  }
  if (!isObject(links)) return null;
  const next = own(links, 'next');
  return isObject(next) ? addressLike(own(next, 'href')) : addressLike(next);
}

/** A bare `next` may be a number or a cursor too; only an address can be followed. */
function addressLike(value: unknown): string | null {
  return typeof value === 'string' && /^(https?:\/\/|\/|\?)/i.test(value) ? value : null;
}

function numberedNext(pagers: readonly Raw[], url: string): string | null {
  for (const pager of pagers) {
    const current = firstWhole(pager, ['current_page', 'currentPage', 'page']);
    const last = firstWhole(pager, lastNames);
    if (current === null || last === null) continue;
    if (current >= last) return null;
    const next = new URL(url);
    next.searchParams.set('page', String(current + 1));
    return next.href;
  }
  return null;
}

const lastNames = ['last_page', 'lastPage', 'total_pages', 'totalPages', 'pages'];

function lastOf(pagers: readonly Raw[]): number | null {
  return pagers.map((pager) => firstWhole(pager, lastNames)).find((last) => last !== null) ?? null;
}

function totalOf(pagers: readonly Raw[]): number | null {
  for (const pager of pagers) {
    const total = whole(own(pager, 'total'));
    if (total !== null) return total;
  }
  return null;
}

/** RFC 8288: `<address>; rel="next"`, separated by commas. */
function nextOfHeader(header: string | undefined): string | null {
  for (const link of header?.matchAll(/<([^>]*)>([^<]*)/g) ?? []) {
    const [, address = '', parameters = ''] = link;
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return address;
  }
  return null;
}

/**
 * Pages are read from our own origin only. A server behind a proxy often writes its inner scheme or port into an address,
 * so the same host name counts as our origin; another one is refused.
 */
function ownAddress(next: string, current: string): string {
  const here = new URL(current);
  const target = URL.parse(next, current);
  if (!target || target.hostname !== here.hostname) {
    throw new VitrineError('permanent', 'cms-bad-paging', 'The CMS names a next page on another host.', {
      remedy: 'Check the address of the CMS: it should be the one that the CMS itself uses.',
    });
  }
  return new URL(`${target.pathname}${target.search}`, here.origin).href;
}

function own(holder: Raw, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : null;
}

function firstWhole(holder: Raw, names: readonly string[]): number | null {
  return names.map((name) => whole(own(holder, name))).find((value) => value !== null) ?? null;
}

function whole(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function shape(body: unknown): string {
  if (!isObject(body)) return kindOf(body);
  const keys = Object.keys(body)
    .slice(0, 8)
    .map((key) => key.slice(0, 30));
  return `an object with ${keys.length > 0 ? keys.join(', ') : 'nothing in it'}`;
}
