import type { Paging } from './paging.ts';
import type { Listing } from './records.ts';

export type DecodedPage<Element> = Listing<Element> & Paging;

/** The proof that the list changed between these pages, or null. */
export function movedBetween<Element>(
  pages: readonly DecodedPage<Element>[],
  idOf: (record: Element) => string,
): string | null {
  if (pages.length < 2) return null;
  const totals = new Set(pages.map((page) => page.total).filter((total) => total !== null));
  if (totals.size > 1) return 'the number of records changed';
  const ids = new Set<string>();
  let count = 0;
  for (const page of pages) {
    count += page.records.length + page.refused.length;
    for (const record of page.records) {
      const id = idOf(record);
      if (ids.has(id)) return 'a record is on two pages';
      ids.add(id);
    }
  }
  const total = [...totals][0];
  return total !== undefined && total !== count ? 'records are missing' : null;
}

/** Most records that were readable last time are refused now: probably this one answer is wrong. */
export function lostMost(before: Listing<unknown>, now: Listing<unknown>): boolean {
  return (
    before.records.length >= 10 &&
    now.records.length * 2 < before.records.length &&
    now.refused.length > now.records.length
  );
}
