import { expect, test } from 'vitest';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { readPage, readRecord } from '../../src/main/cms/page.ts';
import { completeProfile } from '../../src/main/cms/profile.ts';

const url = 'https://cms.example.com/api/v1.0/mediafile';
const { envelope } = createDecoders(completeProfile(), 'https://cms.example.com/api/v1.0/');
const page = (body: unknown, linkHeader?: string, from = url) =>
  readPage(body, envelope.mediafile, from, linkHeader);
const one = { id: 1, name: 'a' };
const two = { id: 2, name: 'b' };

test.each([
  ['bare', [one, two]],
  ['data', { data: [one, two] }],
  ['items', { items: [one, two] }],
  ['results', { count: 2, results: [one, two] }],
  ['resource', { mediafiles: [one, two] }],
  ['resource in snake case', { media_files: [one, two] }],
  ['resource in camel case', { mediaFiles: [one, two] }],
  ['wrapped twice', { success: true, data: { data: [one, two], current_page: 1, last_page: 1 } }],
  ['status beside data', { status: 'success', data: [one, two] }],
  ['numbered object', { 0: one, 3: two }],
  ['numbered object in data', { data: { 0: one, 3: two } }],
])('a list is found in its envelope: %s', (_, body) => {
  expect(page(body)).toMatchObject({ elements: [one, two], next: null });
});

test('a single object counts as a list of one, also inside data', () => {
  expect(page(one).elements).toEqual([one]);
  expect(page({ data: one }).elements).toEqual([one]);
  // A playlist record may itself have `items`: its entries.
  const playlist = { id: 1, name: 'p', items: [{ id: 5 }] };
  expect(readPage(playlist, envelope.playlist, url, undefined).elements).toEqual([playlist]);
});

test.each([
  {},
  { error: 'x' },
  { success: false },
  { data: null },
  null,
  'text',
  5,
  true,
  { data: 'x' },
])('%j is refused as no list, with a description', (body) => {
  expect(() => page(body)).toThrow(/^The CMS sent .+ instead of a list\.$/);
});

test('an empty list is accepted', () => {
  expect(page([])).toEqual({ elements: [], next: null, total: null, last: null });
  expect(page({ data: [] }).elements).toEqual([]);
});

test('the profile’s path leads to a list', () => {
  const read = (body: unknown) =>
    readPage(body, { ...envelope.mediafile, path: 'payload.rows' }, url, undefined);
  expect(read({ payload: { rows: [one] } }).elements).toEqual([one]);
  expect(() => read({ data: [one] })).toThrow(/^The CMS sent .+ instead of a list\.$/);
});

const second = `${url}?page=2`;
test.each([
  ['next_page_url', { data: [one], next_page_url: second }],
  ['nextPageUrl', { data: [one], nextPageUrl: second }],
  ['next_page_url relative', { data: [one], next_page_url: '/api/v1.0/mediafile?page=2' }],
  ['next_page_url only a query', { data: [one], next_page_url: '?page=2' }],
  ['links.next', { data: [one], links: { next: second } }],
  ['links.next.href', { data: [one], _links: { next: { href: second } } }],
  ['links as a list', { data: [one], links: [{ rel: 'next', href: second }] }],
  ['next', { results: [one], next: second }],
  ['meta', { data: [one], meta: { current_page: 1, last_page: 3 } }],
  ['meta.pagination', { data: [one], meta: { pagination: { current_page: 1, total_pages: 2 } } }],
  ['numbers beside the data', { data: [one], current_page: 1, last_page: 2 }],
  ['numbers as text', { data: [one], current_page: '1', last_page: '2' }],
  ['inside a second wrapping', { data: { data: [one], next_page_url: second } }],
  [
    'the inner scheme and port of a proxied server',
    { data: [one], next_page_url: 'http://cms.example.com:8080/api/v1.0/mediafile?page=2' },
  ],
])('the next page is found by %s', (_, body) => {
  expect(page(body).next).toBe(second);
});

test.each([
  ['<https://cms.example.com/api/v1.0/mediafile?page=2>; rel="next"'],
  ['</api/v1.0/mediafile?page=1>; rel="prev", </api/v1.0/mediafile?page=2>; rel=next'],
  ['<?page=9>; rel="last", <?page=2>; title="a, b"; rel="foo next"'],
])('the next page is found by the header Link: %s', (header) => {
  expect(page([one], header).next).toBe(second);
});

test('the last page has none', () => {
  expect(page({ data: [one], next_page_url: null, current_page: 2, last_page: 2 }).next).toBeNull();
  expect(
    page({ data: [one], links: { next: null }, meta: { current_page: 1, last_page: 1 } }).next,
  ).toBeNull();
  expect(page([one], '<?page=1>; rel="prev"').next).toBeNull();
  expect(page({ data: [one], next: 2 }).next).toBeNull();
});

test.each([
  [{ current_page: 1, last_page: 3, total: 25 }, 25, 3],
  [{ meta: { page: 1, total_pages: '3', total: '25' } }, 25, 3],
  [{ pagination: { currentPage: 1, totalPages: 3 } }, null, 3],
  [{ paging: { current_page: 1, pages: 3 }, total: 0 }, 0, 3],
  [{ current_page: 1, lastPage: 3, total: -1 }, null, 3],
  [{ total: 2.5, last_page: 'many' }, null, null],
  [{ meta: [3], total: null }, null, null],
])('the total is read from %j', (numbers, total, last) => {
  const read = page({ data: [one], ...numbers });
  expect(read).toMatchObject({ total, last });
  expect(read.next).toBe(last === null ? null : second);
});

test('the number of the next page replaces the old one; the rest of the address stays', () => {
  const numbers = { data: [one], current_page: 2, last_page: 3 };
  expect(page(numbers, undefined, `${url}?per_page=5&page=2&x=1`).next).toBe(`${url}?per_page=5&page=3&x=1`);
});

test('an invalid next address is skipped in favour of a valid one', () => {
  for (const next of [2, 'abc', '', null, { href: 5 }]) {
    expect(page({ data: [one], next, current_page: 1, last_page: 2 }).next).toBe(second);
  }
  expect(page({ data: [one], links: [{ rel: 'prev', href: '?page=1' }] }).next).toBeNull();
  expect(page({ data: [one], links: [{ rel: 'next', url: '?page=2' }] }).next).toBe(second);
  expect(page({ data: [one], links: 'none' }).next).toBeNull();
  expect(page({ data: [one], next_page_url: '', links: { next: second } }).next).toBe(second);
  expect(page([one], '<?page=2>; rel="nextish"').next).toBeNull();
});

test('a list is searched for three levels down and no further', () => {
  expect(page({ data: { data: { data: [one] } } }).elements).toEqual([one]);
  expect(() => page({ data: { data: { data: { data: { data: [one] } } } } })).toThrow(
    /an object with the field data/,
  );
  expect(() => page({ data: { 0: one, x: two } })).toThrow(/^The CMS sent .+ instead of a list\.$/);
  expect(() => page({ data: { 0: one, 1: 'text' } })).toThrow(/^The CMS sent .+ instead of a list\.$/);
});

test('an answer without a list is described by its field names, truncated', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}`.repeat(40), at]));
  expect(() => page(many)).toThrow(`an object with the fields ${'0'.repeat(30)}, ${'1'.repeat(30)}`);
  expect(() => page(many)).not.toThrow(/888/);
  expect(() => page({})).toThrow('an empty object');
  expect(() => page('text')).toThrow('The CMS sent text “text” instead of a list.');
});

test('a next page on another host is refused', () => {
  for (const next of [
    'https://evil.example/x?page=2',
    '//evil.example/x',
    'https://cms.example.com.evil.example/',
  ]) {
    expect(() => page({ data: [one], next_page_url: next })).toThrow(/another host/);
  }
  expect(() => page([one], '<https://evil.example/>; rel=next')).toThrow(/another host/);
});

test('a record is found bare or wrapped', () => {
  const read = (body: unknown): unknown => readRecord(body, envelope.playlist);
  const record = { id: 1, name: 'p' };
  for (const body of [
    record,
    { data: record },
    { playlist: record },
    { data: { playlist: record } },
    [record],
    { success: true, data: record },
  ]) {
    expect(read(body)).toEqual(record);
  }
  const two = [record, record];
  expect([read(two), read({ data: two }), read({ other: record })]).toEqual([two, two, { other: record }]);
  expect(read({ data: { data: { data: record } } })).toEqual(record);
  const named = { ...envelope.playlist, path: 'payload' };
  expect(readRecord({ payload: record }, named)).toEqual(record);
  expect(readRecord({ data: record }, named)).toEqual(record);
});
