import type { AllowedPage } from '../host.ts';
import type { Header } from './framing.ts';

/** The pages that playlists name, by address without fragment. */
export class Pages {
  #pages: ReadonlyMap<string, AllowedPage> = new Map();

  allow(pages: readonly AllowedPage[]): void {
    this.#pages = new Map(pages.map((page) => [withoutFragment(page.address), page]));
  }

  find(address: string): AllowedPage | null {
    return this.#pages.get(withoutFragment(address)) ?? null;
  }
}

/**
 * A document request's headers with those that the CMS sets for the page, or without them once a redirect has
 * left the page's origin: they may be credentials.
 */
export function requestHeaders(
  page: AllowedPage,
  address: string,
  headers: readonly Header[],
): readonly Header[] {
  const own = Object.entries(page.headers).map(([name, value]) => ({ name, value }));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const others = headers.filter(({ name }) => !names.has(name.toLowerCase()));
  return sameOrigin(page.address, address) ? [...others, ...own] : others;
}

function sameOrigin(one: string, other: string): boolean {
  const first = URL.parse(one);
  return first !== null && first.origin !== 'null' && first.origin === URL.parse(other)?.origin;
}

function withoutFragment(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.hash = '';
  return url.href;
}
