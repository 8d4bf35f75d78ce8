import { type Message, message } from '../../shared/languages/message.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Recent } from '../ground/recent.ts';
import { RefusedRecord } from './decode/fields.ts';
import type { CmsDocuments } from './documents.ts';
import { type Envelope, readPage } from './page.ts';
import { pagesAfter } from './read-ahead.ts';
import type { Listing, Refusal } from './records.ts';
import { type DecodedPage, lostMost, movedBetween } from './unsteady.ts';

export interface ListingLimits {
  readonly pages: number;
  readonly records: number;
  /** The wait before a list that lost most of its readable records is read again. */
  readonly secondReadMs: number;
}

export const defaultListingLimits: ListingLimits = { pages: 10_000, records: 1_000_000, secondReadMs: 5000 };

export interface ListRequest<Element> {
  readonly url: string;
  readonly envelope: Envelope;
  readonly decode: (raw: unknown, position: number) => Element;
  readonly idOf: (record: Element) => string;
  readonly signal?: AbortSignal | undefined;
}

const mostReadings = 3;
const mostLists = 10_000;

/** Whole lists: every page, and again from the start when a list changed while it was read. */
export class CmsListings {
  readonly #documents: CmsDocuments;
  readonly #limits: ListingLimits;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By address. All of them together have no more records than the longest list may have. */
  readonly #last: Recent<{ readonly pages: readonly unknown[]; readonly listing: Listing<unknown> }>;

  constructor(documents: CmsDocuments, limits: ListingLimits, clock: Clock, log: Log) {
    this.#documents = documents;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
    this.#last = new Recent(mostLists, {
      weight: limits.records,
      weightOf: ({ listing }) => listing.records.length,
    });
  }

  async list<Element>(request: ListRequest<Element>): Promise<Listing<Element>> {
    const before = this.#last.get(request.url)?.listing;
    const listing = await this.#steady(request);
    if (before === undefined || !lostMost(before, listing)) return listing;
    await sleep(this.#clock, this.#limits.secondReadMs, request.signal);
    return this.#steady(request);
  }

  /** A record that moves between pages while they are read is seen twice or not at all. */
  async #steady<Element>(request: ListRequest<Element>): Promise<Listing<Element>> {
    for (let reading = 1; ; reading++) {
      const pages = await this.#walk(request, reading > 1);
      const unsteady = pages === null ? 'a page is gone' : movedBetween(pages, request.idOf);
      if (pages !== null && (unsteady === null || reading >= mostReadings)) return this.#join(request, pages);
      if (reading >= mostReadings) {
        throw new VitrineError('temporary', message('cms-conflict.list'));
      }
      this.#log.debug('list changed while it was read; read again', { why: unsteady ?? '' });
    }
  }

  /** Null: a later page is gone, so the list became shorter meanwhile. */
  async #walk<Element>(
    request: ListRequest<Element>,
    fresh: boolean,
  ): Promise<readonly DecodedPage<Element>[] | null> {
    const ended = new AbortController();
    const signal = request.signal ? AbortSignal.any([request.signal, ended.signal]) : ended.signal;
    try {
      return await this.#walkPages({ ...request, signal }, fresh);
    } finally {
      // Requested ahead and not needed.
      ended.abort();
    }
  }

  async #walkPages<Element>(
    request: ListRequest<Element>,
    fresh: boolean,
  ): Promise<readonly DecodedPage<Element>[] | null> {
    const pages: DecodedPage<Element>[] = [];
    const seen = new Set<string>();
    const early = new Map<string, Promise<DecodedPage<Element> | null>>();
    let count = 0;
    for (let url: string | null = request.url; url !== null; ) {
      if (seen.has(url)) throw badPaging(message('cms-bad-paging.circle'));
      if (pages.length >= this.#limits.pages)
        throw badPaging(message('cms-bad-paging.pages', { most: this.#limits.pages }));
      seen.add(url);
      const page: DecodedPage<Element> | null = await (early.get(url) ??
        this.#page(url, request, count, pages.length > 0, fresh));
      if (page === null) return null;
      const guessedRight: boolean = early.size === 0 || early.delete(url);
      pages.push(page);
      const length = page.records.length + page.refused.length;
      count += length;
      if (count > this.#limits.records)
        throw badPaging(message('cms-bad-paging.records', { most: this.#limits.records }));
      for (const [at, address] of guessedRight ? pagesAfter(url, page.next, page.last).entries() : []) {
        if (early.has(address)) continue;
        const guess = this.#page(address, request, count + length * (at + 1), true, fresh);
        // A guess that is not used is not awaited.
        guess.catch(() => undefined);
        early.set(address, guess);
      }
      url = page.next;
    }
    return pages;
  }

  async #page<Element>(
    url: string,
    request: ListRequest<Element>,
    offset: number,
    isLater: boolean,
    fresh: boolean,
  ): Promise<DecodedPage<Element> | null> {
    try {
      return await this.#documents.read({
        url,
        signal: request.signal,
        fresh,
        decode: (body, answer) => {
          const { elements, ...page } = readPage(body, request.envelope, url, answer.headers.link);
          return { ...decodeAll(elements, offset, request.decode), ...page };
        },
      });
    } catch (error) {
      if (isLater && error instanceof VitrineError && error.code === 'cms-not-found') return null;
      throw error;
    }
  }

  /** Answers the same list object as the last time when every page is the same. */
  #join<Element>(request: ListRequest<Element>, pages: readonly DecodedPage<Element>[]): Listing<Element> {
    const last = this.#last.get(request.url);
    if (last && last.pages.length === pages.length && pages.every((page, at) => page === last.pages[at])) {
      return last.listing as Listing<Element>;
    }
    const byId = new Map<string, Element>();
    for (const page of pages) for (const record of page.records) byId.set(request.idOf(record), record);
    const listing = { records: [...byId.values()], refused: pages.flatMap((page) => page.refused) };
    this.#last.set(request.url, { pages, listing });
    return listing;
  }
}

function decodeAll<Element>(
  elements: readonly unknown[],
  offset: number,
  decode: (raw: unknown, position: number) => Element,
): Listing<Element> {
  const records: Element[] = [];
  const refused: Refusal[] = [];
  elements.forEach((raw, at) => {
    try {
      records.push(decode(raw, offset + at));
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error;
      const position = `[${offset + at}]`;
      refused.push({
        path: error.path === '' ? position : `${position}.${error.path}`,
        reason: error.reason,
      });
    }
  });
  return { records, refused };
}

function badPaging(why: Message): VitrineError {
  return new VitrineError('permanent', why, { remedy: message('cms-bad-paging.ask') });
}
