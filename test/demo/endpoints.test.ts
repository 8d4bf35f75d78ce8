import { expect, test } from 'vitest';
import { callDemoCms } from './caller.ts';

test('every documented list answers the seed as bare arrays of published records', async () => {
  await using caller = await callDemoCms();
  const { cms, get } = caller;
  const playlists = await get('playlist');
  expect(playlists.status).toBe(200);
  expect(playlists.headers.get('content-type')).toBe('application/json');
  expect(playlists.body.map((row: { name: string }) => row.name)).toEqual(['Welcome', 'Offers']);
  expect(playlists.body[0].playlist_entries).toBeUndefined();
  expect(playlists.body[0].created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

  const media = (await get('mediafile')).body;
  expect(new Set(media.map((row: { attachable_type: string | null }) => row.attachable_type))).toEqual(
    new Set([null, 'PhysicalFile', 'Website']),
  );
  const [group] = (await get('devicegroup')).body;
  expect(group).toMatchObject({ name: 'Demo group', playlist_id: Number(cms.playlistId) });
  const [device] = (await get('device')).body;
  expect(device).toMatchObject({ name: 'Demo screen', playlist_id: null, device_group_id: group.id });
});

test('a playlist has its entries, each with a media file or a playlist that exists', async () => {
  await using caller = await callDemoCms();
  const { cms, get } = caller;
  const welcome = (await get(`playlist/${cms.playlistId}`)).body;
  const media = new Set((await get('mediafile')).body.map((row: { id: number }) => row.id));
  const playlists = new Set((await get('playlist')).body.map((row: { id: number }) => row.id));
  expect(welcome.number_of_entries).toBe(welcome.playlist_entries.length);
  for (const entry of welcome.playlist_entries) {
    const { media_file_id: file, playlist_id_as_nested_playlist: nested } = entry;
    expect([file === null || media.has(file), nested === null || playlists.has(nested)]).toEqual([
      true,
      true,
    ]);
    expect((file === null) !== (nested === null)).toBe(true);
  }
  const rules = welcome.playlist_entries.map((entry: { play_rule: number }) => entry.play_rule);
  expect(rules.filter((rule: number) => rule === 2)).toHaveLength(1);
  expect(rules.filter((rule: number) => rule === 0)).toHaveLength(1);
  expect(
    welcome.playlist_entries.find((entry: { play_rule: number }) => entry.play_rule === 0),
  ).toMatchObject({
    weekdays: 62,
    start_time: '09:00:00',
    end_time: '17:30:00',
  });
});

test('a playlist is created with the six documented fields, changed and deleted', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const { call, get } = caller;
  const made = await call('POST', 'playlist', { name: 'Lobby', comment: 'left door' });
  expect(made.status).toBe(201);
  expect(Object.keys(made.body).sort()).toEqual(
    ['comment', 'company_id', 'created_at', 'id', 'name', 'updated_at'].sort(),
  );
  expect(made.body).toMatchObject({ name: 'Lobby', comment: 'left door' });
  expect(made.body.updated_at).toBe(made.body.created_at);

  const path = `playlist/${made.body.id}`;
  expect((await call('PUT', path, { name: 'Foyer' })).body).toMatchObject({
    name: 'Foyer',
    comment: 'left door',
  });
  expect((await get(path)).body.name).toBe('Foyer');
  const gone = await call('DELETE', path);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await get(path)).status).toBe(404);
  expect((await call('DELETE', path)).status).toBe(404);
});

test('undocumented but known endpoints answer', async () => {
  await using caller = await callDemoCms();
  const { cms, get } = caller;
  const file = (await get('mediafile')).body.find(
    (row: { thumbnail_hash: string | null }) => row.thumbnail_hash,
  );
  expect((await get(`mediafile/${file.id}`)).body).toEqual(file);
  const thumbnail = await get(`mediafile/${file.id}/thumbnail`);
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await get(`devicegroup/${cms.deviceGroupId}`)).body.name).toBe('Demo group');
  expect((await get(`device/${cms.deviceId}`)).body.name).toBe('Demo screen');
  expect((await get('account')).status).toBe(200);
  expect((await get('company')).status).toBe(200);
  expect((await get('treeview')).body).toHaveLength(1);
});

test('a request without a valid token is refused', async () => {
  await using caller = await callDemoCms();
  for (const path of [
    'playlist',
    'playlist/1',
    'mediafile',
    'mediafile/5/download',
    'device',
    'devicegroup',
    'nothing',
  ]) {
    for (const authorization of ['', 'Bearer wrong', `Basic ${caller.cms.token}`]) {
      const answer = await caller.get(path, { authorization });
      expect([path, answer.status, answer.body]).toEqual([path, 401, { message: 'Unauthenticated.' }]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  }
});

test.each([
  ['POST', 'playlist', '{"name": ', { 'content-type': 'application/json' }, 400],
  ['POST', 'playlist', '[]', { 'content-type': 'application/json' }, 422],
  ['POST', 'playlist', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['POST', 'playlist', '{}', { 'content-type': 'application/json' }, 422],
  ['POST', 'playlist', '{"name": 5}', { 'content-type': 'application/json' }, 422],
  ['POST', 'playlist', `{"name": "${'x'.repeat(256)}"}`, { 'content-type': 'application/json' }, 422],
  ['POST', 'playlist', `{"name": "${'x'.repeat(2 ** 20)}"}`, { 'content-type': 'application/json' }, 413],
  ['PUT', 'playlist/1', '{"comment": {}}', { 'content-type': 'application/json' }, 422],
  ['PUT', 'playlist/999', '{"name": "x"}', { 'content-type': 'application/json' }, 404],
  ['DELETE', 'playlist', undefined, {}, 405],
  ['POST', 'device', '{}', {}, 405],
  ['PATCH', 'playlist/1', '{}', {}, 405],
  ['GET', 'playlist/x', undefined, {}, 404],
  ['GET', 'playlist/-1', undefined, {}, 404],
  ['GET', 'playlist/99999999999999999999', undefined, {}, 404],
  ['GET', 'playlist/%2e%2e%2f', undefined, {}, 404],
  ['GET', 'mediafile/999/download', undefined, {}, 404],
  ['GET', 'mediafile/..%2f..%2f..%2fetc%2fpasswd/download', undefined, {}, 404],
  ['GET', 'constructor', undefined, {}, 404],
  ['GET', '__proto__', undefined, {}, 404],
  ['GET', 'nothing', undefined, {}, 404],
  [
    'POST',
    'mediafile',
    '{"name": "x", "url": "javascript:alert(1)"}',
    { 'content-type': 'application/json' },
    422,
  ],
  ['POST', 'mediafile', '{"url": "https://example.org"}', { 'content-type': 'application/json' }, 422],
])('%s %s: case %# is refused with a reason in JSON', async (method, path, body, headers, status) => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const answer = await caller.call(method, path, body, headers as Record<string, string>);
  expect([answer.status, typeof answer.body?.message]).toEqual([status, 'string']);
});

test('answers keep their shape for unknown ids and for a removed media file', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const { cms, get } = caller;
  const file = cms.content.addFile(
    { name: 'a', fileName: 'a.png', mimeType: 'image/png' },
    new Uint8Array([1]),
  );
  cms.content.addEntry(cms.playlistId, { media_file_id: file.id });
  cms.content.removeMediaFile(file.id);
  expect((await get(`playlist/${cms.playlistId}`)).body.playlist_entries[0].media_file_id).toBe(file.id);
  expect((await get(`mediafile/${file.id}`)).status).toBe(404);
});

test('requests are logged, and an interceptor can answer in place of the server', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const { cms, get } = caller;
  await get('device?page=2');
  expect(cms.requests.at(-1)).toMatchObject({ method: 'GET', path: '/api/v1.0/device?page=2', side: 'own' });
  cms.intercept = (_request, response) => {
    response.writeHead(418).end('teapot');
    return true;
  };
  expect((await get('device')).status).toBe(418);
  cms.intercept = (request) => {
    request.socket.destroy();
    return true;
  };
  await expect(get('device')).rejects.toThrow('fetch failed');
  cms.intercept = null;
  expect((await get('device')).status).toBe(200);
});

test("going offline cuts calls, logins and downloads, and the playlist's page stays", async () => {
  await using caller = await callDemoCms();
  const { cms, get } = caller;
  cms.content.replaceBytes(5, new Uint8Array(64 * 2 ** 20));
  const download = await fetch(`${cms.baseUrl}mediafile/5/download`, {
    headers: { authorization: `Bearer ${cms.token}` },
  });
  expect(download.status).toBe(200);
  cms.offline = true;
  await expect(download.arrayBuffer()).rejects.toThrow();
  await expect(get('playlist')).rejects.toThrow('fetch failed');
  await expect(get('/oauth/authorize')).rejects.toThrow('fetch failed');
  expect((await get('/page/board')).status).toBe(200);
  cms.offline = false;
  expect((await get('playlist')).status).toBe(200);
});
