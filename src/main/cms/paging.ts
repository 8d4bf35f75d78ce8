import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { isObject, type Raw } from './decode/fields.ts';

export interface Paging {
  /** Address of the next page, on our own origin; null: this was the last. */
  readonly next: string | null;
  /** The number of elements on all pages, if the server states it. */
  readonly total: number | null;
  /** Number of the last page, where pages are numbered. */
  readonly last: number | null;
}

/** Reads the next page of a list from the objects around it, and from the `Link` header. */
export function readPaging(holders: readonly Raw[], url: string, linkHeader: string | undefined): Paging {
  const pagers = holders.flatMap(pagersOf);
  const first = (names: readonly string[]): number | null =>
    pagers.map((pager) => firstWhole(pager, names)).find((value) => value !== null) ?? null;
  return { next: nextOf(pagers, url, linkHeader), total: first(['total']), last: first(lastNames) };
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

/** RFC 8288: `<address>; rel="next"`, separated by commas. */
function nextOfHeader(header: string | undefined): string | null {
  for (const link of header?.matchAll(/<([^<>]*)>([^<]*)/g) ?? []) {
    const [, address = '', parameters = ''] = link;
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([\w-]+))/i.exec(parameters) ?? [];
    if ((quoted ?? bare)?.toLowerCase().split(/\s+/).includes('next')) return address;
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
    throw new VitrineError('permanent', message('cms-bad-paging.elsewhere'));
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
