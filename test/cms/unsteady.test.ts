import { expect, test } from 'vitest';
import { type DecodedPage, lostMost, movedBetween } from '../../src/main/cms/unsteady.ts';

const refusal = { path: '[0]', reason: 'is not an object' };

function page(ids: readonly string[], total: number | null = null, refused = 0): DecodedPage<string> {
  return { records: ids, refused: Array(refused).fill(refusal), next: null, total, last: null };
}

test.each([
  ['one page, whatever it says', [page(['a', 'a'], 7)], null],
  ['two pages without totals', [page(['a']), page(['b'])], null],
  ['all of them', [page(['a'], 2), page(['b'], 2)], null],
  ['a total on one page only', [page(['a'], 2), page(['b'])], null],
  ['refused records count', [page(['a'], 3), page(['b'], 3, 1)], null],
  ['one is missing', [page(['a'], 3), page(['b'], 3)], 'records are missing'],
  ['one too many', [page(['a', 'c'], 2), page(['b'], 2)], 'records are missing'],
  ['another total', [page(['a'], 2), page(['b'], 3)], 'the number of records changed'],
  ['one twice', [page(['a'], 2), page(['a'], 2)], 'a record is on two pages'],
  ['one twice on its page', [page(['a', 'a']), page(['b'])], 'a record is on two pages'],
])('pages are compared: %s', (_, pages, expected) => {
  expect(movedBetween(pages, (id) => id)).toBe(expected);
});

const list = (records: number, refused: number) => ({
  records: Array(records).fill('a'),
  refused: Array(refused).fill(refusal),
});

test.each([
  [10, 4, 5, true],
  [9, 4, 5, false],
  [10, 5, 6, false],
  [10, 4, 4, false],
  [10, 0, 0, false],
  [100, 0, 1, true],
])('of %i records %i remain and %i are refused: most are lost: %s', (before, left, refused, expected) => {
  expect(lostMost(list(before, 0), list(left, refused))).toBe(expected);
});
