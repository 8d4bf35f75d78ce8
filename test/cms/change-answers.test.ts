import { describe, expect, test } from 'vitest';
import { client, failure, json, rawServer } from './support.ts';

test.each([
  ['nothing', ''],
  ['nothing, called a web page', '', 'text/html; charset=UTF-8'],
  ['a bare number, called a web page', '1', 'text/html; charset=UTF-8'],
  ['a word', 'Deleted'],
  ['true', 'true'],
  ['a message', '{"message":"The playlist is deleted."}'],
  ['a list', '[]'],
])('a deletion or change accepts an answer with %s', async (_, body, type = 'application/json') => {
  let name = 'old';
  const server = await rawServer(async (request, response) => {
    const requested = Buffer.concat(await request.toArray()).toString();
    if (request.method === 'PUT') name = (JSON.parse(requested) as { name: string }).name;
    if (request.method === 'GET') json(response, { id: 7, name, comment: null, playlist_entries: [] });
    else response.writeHead(200, { 'content-type': type }).end(body);
  });
  const { cms } = client(server.baseUrl);
  expect(await cms.updatePlaylist('7', { name: 'new' })).toMatchObject({ name: 'new' });
  await cms.deletePlaylist('7');
});

describe('a change that was answered with success', () => {
  /** A server that alters each change. */
  async function changed(
    before: { readonly name: string; readonly comment: string | null },
    requested: { readonly name?: string; readonly comment?: string },
    take: (value: string) => string | null,
    headers: Record<string, string> = {},
  ) {
    let record = before;
    const server = await rawServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (request.method === 'PUT') {
        const { name, comment } = JSON.parse(body) as typeof before;
        record = { name: take(name) ?? before.name, comment: comment === null ? null : take(comment) };
      }
      const isKnown = request.headers['if-modified-since'] !== undefined;
      if (isKnown) response.writeHead(304).end();
      else json(response, { id: 7, ...record, playlist_entries: [] }, 200, headers);
    });
    return client(server.baseUrl).cms.updatePlaylist('7', requested);
  }

  const old = { name: 'Lobby', comment: 'ground floor' };

  test('fails when the server kept the old value', async () => {
    const kept = changed({ name: 'Lobby', comment: null }, { name: 'Foyer' }, () => null);
    const error = await failure(kept);
    expect(error).toMatchObject({ code: 'cms-not-changed', kind: 'permanent' });
    expect(error.message).toBe('The CMS accepted the change to playlist 7, but kept the old name.');
    const halfKept = changed(old, { name: 'Foyer', comment: 'first floor' }, (value) =>
      value === 'Foyer' ? value : old.comment,
    );
    expect((await failure(halfKept)).message).toContain('kept the old comment');
  });

  test.each([
    ['as it is', old, { name: 'Foyer' }, (value: string) => value],
    ['trimmed', old, { name: ' Foyer ' }, (value: string) => value.trim()],
    ['trimmed back to what it was', old, { name: 'Lobby  ' }, (value: string) => value.trim()],
    ['shortened', old, { name: 'Foyer and stairs' }, (value: string) => value.slice(0, 5)],
    ['in capitals', old, { name: 'Foyer' }, (value: string) => value.toUpperCase()],
    ['with entities', old, { comment: 'here & there' }, (value: string) => value.replace('&', '&amp;')],
    ['composed', { ...old, name: '\u00fc' }, { name: 'u\u0308' }, (value: string) => value.normalize()],
    ['empty as null', old, { comment: '' }, (value: string) => value || null],
    ['empty where nothing was', { ...old, comment: null }, { comment: '' }, (value: string) => value || null],
    ['what it was already', old, { name: 'Lobby', comment: 'ground floor' }, (value: string) => value],
  ])('succeeds when the server stores it %s', async (_, before, requested, take) => {
    await expect(changed(before, requested, take)).resolves.toMatchObject({ id: '7' });
  });

  test('succeeds although a server with dates in whole seconds answers 304', async () => {
    const dated = { 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT' };
    expect(await changed(old, { name: 'Foyer' }, (value) => value, dated)).toMatchObject({ name: 'Foyer' });
  });
});

test.each([
  301, 302, 307, 308,
])('a deletion or change keeps its method through a redirect with %i', async (status) => {
  let playlist: object | null = { id: 7, name: 'old', comment: null, playlist_entries: [] };
  const server = await rawServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (!request.url?.endsWith('/'))
      return void response.writeHead(status, { location: `${request.url}/` }).end();
    if (request.method === 'PUT') playlist = { ...playlist, ...(JSON.parse(body) as object) };
    if (request.method === 'DELETE') playlist = null;
    json(response, playlist);
  });
  const { cms } = client(server.baseUrl);
  expect(await cms.updatePlaylist('7', { name: 'new' })).toMatchObject({ name: 'new' });
  await cms.deletePlaylist('7');
  expect(playlist).toBeNull();
});

test('a login page in answer to a deletion or change counts as a failure', async () => {
  const server = await rawServer((request, response) => {
    if (request.method === 'GET') json(response, { id: 7, name: 'old', comment: null, playlist_entries: [] });
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Log in</h1>');
  });
  const { cms } = client(server.baseUrl);
  for (const call of [cms.deletePlaylist('7'), cms.updatePlaylist('7', { name: 'new' })])
    expect(await failure(call)).toMatchObject({
      code: 'cms-not-json',
      remedy: { code: 'cms-not-json.page.remedy' },
    });
});
