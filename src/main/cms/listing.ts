import { type Clock, sleep } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { RefusedRecord } from './decode/fields.ts';
import type { CmsDocuments } from './documents.ts';
import { type PageContext, readPage } from './page.ts';
import { pagesAfter } from './read-ahead.ts';
import { Recent } from './recent.ts';
import type { Listing, Refusal } from './records.ts';

export interface ListingLimits {
  readonly pages: number;
  readonly items: number;
  /** Wait before a list that lost most of its readable records is looked at again. */
  readonly secondLookMs: number;
}

export const defaultListingLimits: ListingLimits = { pages: 10_000, items: 1_000_000, secondLookMs: 5000 };

export interface ListRequest<Item> {
  readonly url: string;
  readonly page: Omit<PageContext, 'url' | 'linkHeader'>;
  readonly decode: (raw: unknown, position: number) => Item;
  readonly idOf: (item: Item) => string;
  readonly signal?: AbortSignal | undefined;
}

interface DecodedPage<Item> {
  readonly records: readonly Item[];
  readonly refused: readonly Refusal[];
  readonly next: string | null;
  readonly total: number | null;
  readonly last: number | null;
}

/** Lists, whole: every page, and a list that changed while it was read is read again. */
export class CmsListings {
  readonly #documents: CmsDocuments;
  readonly #limits: ListingLimits;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #last = new Recent<{ readonly pages: readonly unknown[]; readonly listing: Listing<unknown> }>(
    10_000,
  );

  constructor(documents: CmsDocuments, limits: ListingLimits, clock: Clock, log: Log) {
    this.#documents = documents;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  async list<Item>(request: ListRequest<Item>): Promise<Listing<Item>> {
    const before = this.#last.get(request.url)?.listing;
    const listing = await this.#steady(request);
    if (before === undefined || !lostMost(before, listing)) return listing;
    await sleep(this.#clock, this.#limits.secondLookMs, request.signal);
    return this.#steady(request);
  }

  /** A record that moves between pages while they are read is seen twice or not at all: three looks at most. */
  async #steady<Item>(request: ListRequest<Item>): Promise<Listing<Item>> {
    for (let look = 1; ; look++) {
      const pages = await this.#walk(request, look > 1);
      const unsteady = pages === null ? 'a page is gone' : movedBetween(pages, request.idOf);
      if (pages !== null && (unsteady === null || look >= 3)) return this.#join(request, pages);
      if (look >= 3) {
        throw new VitrineError('temporary', 'cms-conflict', 'The list changes faster than it can be read.', {
          remedy: 'Nothing to do: it is tried again.',
        });
      }
      this.#log.debug('list changed while it was read; read again', { why: unsteady ?? '' });
    }
  }

  /** Null: a later page was not found, so the list became shorter under our hands. */
  async #walk<Item>(
    request: ListRequest<Item>,
    fresh: boolean,
  ): Promise<readonly DecodedPage<Item>[] | null> {
    const ended = new AbortController();
    const signal = request.signal ? AbortSignal.any([request.signal, ended.signal]) : ended.signal;
    try {
      return await this.#walkPages({ ...request, signal }, fresh);
    } finally {
      // Pages that were asked for early and are not needed.
      ended.abort();
    }
  }

  async #walkPages<Item>(
    request: ListRequest<Item>,
    fresh: boolean,
  ): Promise<readonly DecodedPage<Item>[] | null> {
    const pages: DecodedPage<Item>[] = [];
    const seen = new Set<string>();
    const early = new Map<string, Promise<DecodedPage<Item> | null>>();
    let count = 0;
    for (let url: string | null = request.url; url !== null; ) {
      if (seen.has(url)) throw badPaging('its pages lead in a circle');
      if (pages.length >= this.#limits.pages) throw badPaging(`it has more than ${this.#limits.pages} pages`);
      seen.add(url);
      const page: DecodedPage<Item> | null = await (early.get(url) ??
        this.#page(url, request, count, pages.length > 0, fresh));
      if (page === null) return null;
      const guessedRight: boolean = early.size === 0 || early.delete(url);
      pages.push(page);
      const length = page.records.length + page.refused.length;
      count += length;
      if (count > this.#limits.items) throw badPaging(`it has more than ${this.#limits.items} records`);
      for (const [at, address] of guessedRight ? pagesAfter(url, page.next, page.last).entries() : []) {
        if (early.has(address)) continue;
        const asked = this.#page(address, request, count + length * (at + 1), true, fresh);
        // A guess that is not used has nobody to tell of its failure.
        asked.catch(() => undefined);
        early.set(address, asked);
      }
      url = page.next;
    }
    return pages;
  }

  async #page<Item>(
    url: string,
    request: ListRequest<Item>,
    offset: number,
    isLater: boolean,
    fresh: boolean,
  ): Promise<DecodedPage<Item> | null> {
    try {
      return await this.#documents.read({
        url,
        signal: request.signal,
        fresh,
        decode: (body, answer) => {
          const page = readPage(body, { ...request.page, url, linkHeader: answer.headers.link });
          return {
            ...decodeAll(page.items, offset, request.decode),
            next: page.next,
            total: page.total,
            last: page.last,
          };
        },
      });
    } catch (error) {
      if (isLater && error instanceof VitrineError && error.code === 'cms-not-found') return null;
      throw error;
    }
  }

  /** The same list object as the last time when every page is the same. */
  #join<Item>(request: ListRequest<Item>, pages: readonly DecodedPage<Item>[]): Listing<Item> {
    const last = this.#last.get(request.url);
    if (last && last.pages.length === pages.length && pages.every((page, at) => page === last.pages[at])) {
      return last.listing as Listing<Item>;
    }
    const byId = new Map<string, Item>();
    for (const page of pages) for (const item of page.records) byId.set(request.idOf(item), item);
    const listing = { records: [...byId.values()], refused: pages.flatMap((page) => page.refused) };
    this.#last.set(request.url, { pages, listing });
    return listing;
  }
}

export function decodeAll<Item>(
  items: readonly unknown[],
  offset: number,
  decode: (raw: unknown, position: number) => Item,
): Listing<Item> {
  const records: Item[] = [];
  const refused: Refusal[] = [];
  items.forEach((raw, at) => {
    try {
      records.push(decode(raw, offset + at));
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error;
      const place = `[${offset + at}]`;
      refused.push({ path: error.path === '' ? place : `${place}.${error.path}`, reason: error.reason });
    }
  });
  return { records, refused };
}

function movedBetween<Item>(
  pages: readonly DecodedPage<Item>[],
  idOf: (item: Item) => string,
): string | null {
  if (pages.length < 2) return null;
  const totals = new Set(pages.map((page) => page.total).filter((total) => total !== null));
  if (totals.size > 1) return 'the number of records changed';
  const ids = new Set<string>();
  let count = 0;
  for (const page of pages) {
    count += page.records.length + page.refused.length;
    for (const item of page.records) {
      const id = idOf(item);
      if (ids.has(id)) return 'a record is on two pages';
      ids.add(id);
    }
  }
  const total = [...totals][0];
  return total !== undefined && total !== count ? 'records are missing' : null;
}

/** Most of what could be read the last time is now refused: that is rather a fault of one answer. */
function lostMost(before: Listing<unknown>, now: Listing<unknown>): boolean {
  return (
    before.records.length >= 10 &&
    now.records.length * 2 < before.records.length &&
    now.refused.length > now.records.length
  );
}

function badPaging(why: string): VitrineError {
  return new VitrineError('permanent', 'cms-bad-paging', `A list of the CMS cannot be read: ${why}.`, {
    remedy: 'Ask whoever runs the CMS; cms.profile.listQuery can ask for larger pages.',
  });
}
