import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { client, demo, failure, json, rawServer, token } from './support.ts';

test('all nine rows of the interface work against the demo CMS', async () => {
  const server = await demo();
  const { cms } = client(server.baseUrl);
  const made = await cms.createPlaylist({ name: 'Lobby', comment: 'ground floor' });
  expect(made).toMatchObject({ name: 'Lobby', comment: 'ground floor' });
  expect((await cms.playlists()).records.map(({ id }) => id)).toContain(made.id);
  expect(await cms.playlist(made.id)).toMatchObject({ id: made.id, entries: [] });
  expect(await cms.updatePlaylist(made.id, { comment: 'first floor' })).toMatchObject({
    name: 'Lobby',
    comment: 'first floor',
  });
  await cms.deletePlaylist(made.id);
  expect(await failure(cms.playlist(made.id))).toMatchObject({ code: 'cms-not-found', kind: 'permanent' });
  expect((await cms.mediaFiles()).records.length).toBeGreaterThan(3);
  expect((await cms.devices()).records).toMatchObject([
    { id: server.deviceId, groupId: server.deviceGroupId },
  ]);
  expect((await cms.deviceGroups()).records).toMatchObject([
    { id: server.deviceGroupId, playlistId: server.playlistId },
  ]);
  const page = await cms.addWebPage({ name: 'Page', url: 'https://example.com/' });
  expect(page).toMatchObject({ kind: 'page', page: { address: 'https://example.com/' } });
  expect(await cms.mediaFile(page.id)).toMatchObject({ id: page.id, name: 'Page' });
  const bearers = new Set(server.requests.map(({ headers }) => headers.authorization));
  expect(bearers).toEqual(new Set([`Bearer ${token}`]));
});

test('a file is uploaded from disk as multipart, with progress to its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-upload-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'with "quotes" & ümlaut.png');
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'x');
  await writeFile(path, bytes);
  const server = await demo();
  const { cms } = client(server.baseUrl);
  const progress: number[] = [];
  const record = await cms.uploadFile({ path, onProgress: (sent) => progress.push(sent) });
  expect(record.download?.size).toBe(bytes.length);
  expect(progress.at(-1)).toBe(bytes.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  const stored = await fetch(record.download?.url ?? '', {
    headers: await cms.downloadHeaders(record.download?.url ?? ''),
  });
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await failure(cms.uploadFile({ path: join(folder, 'none.png') }))).toMatchObject({ kind: 'usage' });
  expect(await failure(cms.uploadFile({ path: folder }))).toMatchObject({ kind: 'usage' });
});

test.each([
  'none',
  'etag',
  'last-modified',
  'both',
] as const)('nothing changed: the very same objects, with caching “%s”; changed: new ones', async (caching) => {
  // A date of the last minute is no condition.
  const now = () => Date.now() - 120_000;
  const server = await demo({ variants: { caching, paging: 'paginator', pageSize: 4 }, now });
  const { cms } = client(server.baseUrl);
  const read = async () => [
    await cms.playlists(),
    await cms.playlist(server.playlistId),
    await cms.mediaFiles(),
    await cms.devices(),
    await cms.deviceGroups(),
  ];
  const first = await read();
  const statuses = new Set<number>();
  server.intercept = (_, response) => {
    response.once('close', () => statuses.add(response.statusCode));
    return false;
  };
  const second = await read();
  await expect.poll(() => statuses.size).toBeGreaterThan(0);
  expect([...statuses]).toEqual([caching === 'none' ? 200 : 304]);
  second.forEach((answer, at) => {
    expect(answer).toBe(first[at]);
  });
  await cms.createPlaylist({ name: 'New', comment: '' });
  const third = await read();
  expect(third[0]).not.toBe(first[0]);
  expect(third[2]).toBe(first[2]);
});

test('entries beside the playlist are found by the profile’s path, paged or not; unchanged ones return the same object', async () => {
  const server = await demo({ variants: { entriesUnder: 'own-path', paging: 'links', pageSize: 3 } });
  const { cms } = client(server.baseUrl);
  const playlist = await cms.playlist(server.playlistId);
  expect(playlist.entries?.length).toBe(8);
  expect(await cms.playlist(server.playlistId)).toBe(playlist);
});

test('the error of a playlist without entries names the setting', async () => {
  const server = await rawServer((request, response) =>
    request.url?.endsWith('/entries') ? json(response, {}, 404) : json(response, { id: 5, name: 'p' }),
  );
  const error = await failure(client(server.baseUrl).cms.playlist('5'));
  expect(error).toMatchObject({ code: 'cms-bad-record', kind: 'permanent' });
  expect(inEnglish(error.remedy ?? verbatim(''))).toContain('entriesPath');
});

test('entries that are paged inside the playlist are read to their end', async () => {
  const server = await rawServer((request, response) => {
    const page = new URL(request.url ?? '', 'http://x').searchParams.get('page');
    const next = page === null ? '/api/v1.0/playlist/5?page=2' : null;
    const id = page === null ? 1 : 2;
    const entries = { data: [{ id, media_file_id: 9 }], next_page_url: next };
    json(response, page === null ? { id: 5, name: 'p', playlist_entries: entries } : entries);
  });
  const playlist = await client(server.baseUrl).cms.playlist('5');
  expect(playlist.entries?.map(({ id }) => id)).toEqual(['1', '2']);
});

test('one bad record does not affect the others, and is reported with its position', async () => {
  const records = [{ id: 1, name: 'a' }, { name: 'no id' }, 'text', { id: {} }, { id: 2, name: 'b' }];
  const server = await rawServer((_, response) => json(response, { data: records }));
  const listing = await client(server.baseUrl).cms.playlists();
  expect(listing.records.map(({ id }) => id)).toEqual(['1', '2']);
  expect(listing.refused.map(({ path, reason }) => ({ path, reason: inEnglish(reason) }))).toEqual([
    { path: '[1].id', reason: 'is missing' },
    { path: '[2]', reason: 'is not an object (text “text”)' },
    { path: '[3].id', reason: 'is not an ID (an object)' },
  ]);
});

test('a list whose records suddenly are mostly unreadable is read twice', async () => {
  let call = 0;
  const good = Array.from({ length: 20 }, (_, id) => ({ id, name: 'p' }));
  const bad = good.map(({ name }) => ({ name }));
  const server = await rawServer((_, response) => json(response, [good, bad, good, bad, bad][call++]));
  const { cms } = client(server.baseUrl);
  expect((await cms.playlists()).records).toHaveLength(20);
  expect((await cms.playlists()).records).toHaveLength(20);
  expect(call).toBe(3);
  expect((await cms.playlists()).refused).toHaveLength(20);
  expect(call).toBe(5);
});

test('an answer about another record than the one asked for is refused', async () => {
  const server = await rawServer((_, response) =>
    json(response, { id: 8, name: 'other', playlist_entries: [] }),
  );
  const { cms } = client(server.baseUrl);
  expect(await failure(cms.playlist('7'))).toMatchObject({ code: 'cms-bad-record' });
  expect(await failure(cms.mediaFile('7'))).toMatchObject({ code: 'cms-bad-record' });
});

test('ids cannot leave their place in the address', async () => {
  const server = await rawServer((_, response) => json(response, [], 404));
  const { cms } = client(server.baseUrl);
  for (const id of ['.', '..', ''])
    expect(await failure(cms.playlist(id))).toMatchObject({ code: 'cms-not-found' });
  await failure(cms.deletePlaylist('../device?x=1#'));
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1.0/playlist/..%2Fdevice%3Fx%3D1%23']);
});

test('a change sends unchanged fields with their current values', async () => {
  const bodies: object[] = [];
  const server = await rawServer(async (request, response) => {
    if (request.method === 'PUT') bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    json(response, { data: { id: 3, name: 'old', comment: 'kept', playlist_entries: [], ...bodies.at(-1) } });
  });
  await client(server.baseUrl).cms.updatePlaylist('3', { name: 'new' });
  expect(bodies).toEqual([{ name: 'new', comment: 'kept' }]);
});

test('a change of the name leaves an absent comment absent', async () => {
  const server = await demo({ seed: 'empty' });
  const { id } = server.content.addPlaylist({ name: 'old', comment: null });
  const { cms } = client(server.baseUrl);
  expect(await cms.updatePlaylist(String(id), { name: 'new' })).toMatchObject({ name: 'new', comment: null });
  expect(server.content.playlists.get(id)).toMatchObject({ name: 'new', comment: null });
  expect(await cms.updatePlaylist(String(id), { comment: 'given' })).toMatchObject({ name: 'new' });
  expect(server.content.playlists.get(id)).toMatchObject({ name: 'new', comment: 'given' });
});

test('a creation is never sent twice, a deletion may be', async () => {
  const server = await rawServer((_, response) => json(response, {}, 500));
  const { cms } = client(server.baseUrl);
  expect(await failure(cms.createPlaylist({ name: 'a', comment: '' }))).toMatchObject({
    code: 'cms-server-error',
  });
  expect(server.requests).toHaveLength(1);
  await failure(cms.deletePlaylist('1'));
  expect(server.requests).toHaveLength(4);
});

test.each([
  ['PUT', 3],
  ['PATCH', 1],
  ['POST', 1],
] as const)('a change by %s that fails is sent %i times', async (updateMethod, times) => {
  const server = await rawServer((request, response) =>
    request.method === 'GET' ? json(response, { id: 3, name: 'old' }) : json(response, {}, 500),
  );
  const { cms } = client(server.baseUrl, { profile: { updateMethod } });
  await failure(cms.updatePlaylist('3', { name: 'new' }));
  expect(server.requests.filter(({ method }) => method === updateMethod)).toHaveLength(times);
});

test.each([
  [400, 'cms-invalid', 'permanent', 1],
  [401, 'cms-unauthorised', 'auth', 1],
  [403, 'cms-forbidden', 'permanent', 1],
  [404, 'cms-not-found', 'permanent', 1],
  [405, 'cms-not-offered', 'permanent', 1],
  [409, 'cms-conflict', 'temporary', 3],
  [410, 'cms-not-found', 'permanent', 1],
  [413, 'cms-upload-too-large', 'permanent', 1],
  [422, 'cms-invalid', 'permanent', 1],
  [429, 'cms-rate-limited', 'temporary', 3],
  [500, 'cms-server-error', 'temporary', 3],
  [503, 'cms-server-error', 'temporary', 3],
  [511, 'cms-captive-portal', 'temporary', 1],
  [304, 'cms-bad-answer', 'temporary', 3],
  [300, 'cms-bad-answer', 'temporary', 3],
])('status %i is %s (%s), asked %i times', async (status, code, kind, times) => {
  const server = await rawServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 304 ? '' : JSON.stringify({ message: `Bearer ${token} is bad, says ${token}` }));
  });
  const error = await failure(client(server.baseUrl).cms.playlists());
  expect(error).toMatchObject({ code, kind });
  expect(server.requests).toHaveLength(times);
  expect(`${error.message}${JSON.stringify(error.report)}${error.stack}`).not.toContain(token);
});

test('the server’s reason for a refusal reaches the installer in one line', async () => {
  const server = await rawServer((_, response) =>
    json(response, { message: 'The name\nis too\u0000 long.', errors: { name: ['max 80'] } }, 422),
  );
  const error = await failure(client(server.baseUrl).cms.createPlaylist({ name: 'x', comment: '' }));
  expect(error.message).toBe(
    'The CMS rejects POST /api/v1.0/playlist (422). The CMS says: The name is too long.',
  );
});

test('a call ends at once when it is aborted, before, during it and between two requests', async () => {
  const server = await rawServer((request, response) =>
    request.url?.endsWith('device') ? json(response, {}, 500) : undefined,
  );
  const { cms } = client(server.baseUrl, {
    limits: { backoff: { firstMs: 60_000, mostMs: 60_000 }, silenceMs: 60_000, answerMs: 60_000 },
  });
  for (const read of [cms.playlists, cms.devices]) {
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = read({ signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    await expect(read({ signal: controller.signal })).rejects.toBe(reason);
  }
});

test('the token goes with downloads of its own origin and of listed hosts only', async () => {
  const headers = (profile: object) =>
    client('https://cms.example.com/api/v1.0/', { profile }).cms.downloadHeaders;
  const plain = headers({});
  expect(await plain('https://cms.example.com/files/1')).toEqual({ authorization: `Bearer ${token}` });
  for (const url of [
    'http://cms.example.com/files/1',
    'https://cms.example.com:8443/files/1',
    'https://cdn.example.com/1',
    'https://cms.example.com.evil.example/1',
    'nonsense',
  ]) {
    expect(await plain(url), url).toEqual({});
  }
  const listed = headers({ tokenHosts: ['cdn.example.com'] });
  expect(await listed('https://cdn.example.com/1')).toEqual({ authorization: `Bearer ${token}` });
  expect(await listed('http://cdn.example.com/1')).toEqual({});
  expect(await listed('https://other.example.com/1')).toEqual({});
});

test('the client reports the clock of the CMS', async () => {
  const server = await rawServer((_, response) =>
    json(response, [], 200, { date: 'Sat, 21 Nov 2026 09:00:00 GMT', age: '60' }),
  );
  const times: number[] = [];
  await client(server.baseUrl, { onServerTime: (time) => times.push(time) }).cms.devices();
  expect(times).toEqual([Date.UTC(2026, 10, 21, 9, 1)]);
});

test('connections are reused', async () => {
  const ports = new Set<number | undefined>();
  const server = await rawServer((request, response) => {
    ports.add(request.socket.remotePort);
    json(response, []);
  });
  const { cms } = client(server.baseUrl);
  for (let call = 0; call < 20; call++) await cms.devices();
  expect(ports.size).toBe(1);
});
