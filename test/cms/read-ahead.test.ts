import { expect, test } from 'vitest';
import { pagesAfter } from '../../src/main/cms/read-ahead.ts';
import { client, failure, json, rawServer } from './support.ts';

const list = 'https://cms.example.com/api/v1.0/mediafile';

test.each([
  ['the first page', list, `${list}?page=2`, 4, [`${list}?page=3`, `${list}?page=4`]],
  ['not beyond the last', `${list}?page=3`, `${list}?page=4`, 4, []],
  ['a window of them', list, `${list}?page=2`, 1000, [3, 4, 5, 6, 7].map((page) => `${list}?page=${page}`)],
  [
    'other parameters stay',
    `${list}?per_page=5&page=1`,
    `${list}?per_page=5&page=2`,
    3,
    [`${list}?per_page=5&page=3`],
  ],
  ['no last page', list, `${list}?page=2`, null, []],
  ['no next page', list, null, 5, []],
  ['a cursor', list, `${list}?cursor=abc`, 5, []],
  ['another list', list, 'https://cms.example.com/api/v1.0/device?page=2', 5, []],
  ['backwards', `${list}?page=5`, `${list}?page=4`, 9, []],
])('addresses are guessed: %s', (_, current, next, last, expected) => {
  expect(pagesAfter(current, next, last)).toEqual(expected);
});

/** 20 pages of 5; answers requests one after the other, so that parallel ones are visible. */
async function pagedServer(next: (page: number) => string | null, last = 20) {
  let [underWay, most] = [0, 0];
  const server = await rawServer(async (request, response) => {
    most = Math.max(most, ++underWay);
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    await new Promise((done) => setTimeout(done, 5));
    const data = Array.from({ length: 5 }, (_, at) => ({ id: page * 100 + at, name: 'n' }));
    json(response, { data, current_page: page, last_page: last, next_page_url: next(page) });
    underWay--;
  });
  return { server, most: () => most };
}

test('numbered pages are requested a few at a time, each once, and returned in order', async () => {
  const { server, most } = await pagedServer((page) =>
    page < 20 ? `/api/v1.0/device?page=${page + 1}` : null,
  );
  const { records } = await client(server.baseUrl).cms.devices();
  expect(records.map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, at) => String((Math.floor(at / 5) + 1) * 100 + (at % 5))),
  );
  expect(server.requests).toHaveLength(20);
  expect(most()).toBeGreaterThan(2);
  expect(most()).toBeLessThanOrEqual(6);
});

test('the server’s own link beats the guess', async () => {
  // Only every second page is one of the list.
  const { server } = await pagedServer(
    (page) => (page < 19 ? `/api/v1.0/device?page=${page + 2}` : null),
    19,
  );
  const { records } = await client(server.baseUrl).cms.devices();
  expect(records).toHaveLength(50);
});

test('a failed page ends the list, and aborts guesses beyond it', async () => {
  const server = await rawServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    if (page >= 3) return json(response, {}, 403);
    json(response, { data: [{ id: page, name: 'n' }], current_page: page, last_page: 50 });
  });
  expect(await failure(client(server.baseUrl).cms.devices())).toMatchObject({ code: 'cms-forbidden' });
  expect(server.requests.length).toBeLessThan(10);
});
