import { expect, test } from 'vitest';
import { client, json, rawServer } from './support.ts';

const changedAt = Date.parse('2026-11-21T09:00:00Z');

/** A CMS that dates its answers in whole seconds, and whose playlist is renamed after the first reading. */
async function names(answeredAfterMs: number) {
  const dated = { 'last-modified': new Date(changedAt).toUTCString() };
  let name = 'before';
  const conditions: (string | undefined)[] = [];
  const server = await rawServer((request, response) => {
    response.setHeader('date', new Date(changedAt + answeredAfterMs).toUTCString());
    conditions.push(request.headers['if-modified-since']);
    if (request.headers['if-modified-since'] === dated['last-modified']) response.writeHead(304).end();
    else json(response, { id: 7, name, playlist_entries: [] }, 200, dated);
  });
  const { cms } = client(server.baseUrl);
  const read = async (): Promise<string> => (await cms.playlist('7')).name;
  const first = await read();
  name = 'after';
  return { names: [first, await read()], conditions };
}

test.each([
  ['within the second of its last reading', 0],
  ['within the minute in which clocks may differ', 59_000],
])('a change %s is seen, although its date is the same', async (_, answeredAfterMs) => {
  expect((await names(answeredAfterMs)).names).toEqual(['before', 'after']);
});

test('a date that is older than a minute serves as a condition', async () => {
  const { conditions } = await names(60_000);
  expect(conditions).toEqual([undefined, new Date(changedAt).toUTCString()]);
});
