import { request } from 'node:http';
import { expect, test } from 'vitest';
import { type Caller, callDemoCms } from './caller.ts';

async function edit({ cms, call }: Caller, method: string, path: string, body?: unknown) {
  const answer = await call(method, `/console/api/${path}`, body, { origin: cms.origin, authorization: '' });
  return { status: answer.status, state: answer.body, message: answer.body?.message };
}

/** fetch does not let its Host be chosen. */
function asHost(
  { cms }: Caller,
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(cms.origin + path, { headers: { host, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the page is served with everything that it loads', async () => {
  await using caller = await callDemoCms();
  const page = await caller.get('/');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const loaded = [...page.text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(loaded).toHaveLength(2);
  const seen = new Set<string>();
  for (const path of loaded) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = await caller.get(path);
    expect([path, file.status, file.text.length > 200]).toEqual([path, 200, true]);
    for (const [, name] of file.text.matchAll(/from '\.\/([\w-]+\.js)'/g)) loaded.push(`/console/${name}`);
  }
  expect(seen.size).toBeGreaterThan(8);
  expect((await caller.get('/console/../cms.ts')).status).toBe(404);
  expect((await caller.get('/console/constructor')).status).toBe(404);
});

test('the file for a USB stick has address, token and screen', async () => {
  await using caller = await callDemoCms();
  const { baseUrl, token } = caller.cms;
  const file = JSON.parse((await caller.get('/console/vitrine.json')).text);
  expect(file).toEqual({ cms: { url: baseUrl, token }, device: 'Demo screen' });
});

test('only pages of this machine are answered: another Host or Origin is refused', async () => {
  await using caller = await callDemoCms();
  const { cms, call } = caller;
  const port = new URL(cms.origin).port;
  for (const path of ['/', '/console/api/state', '/console/media/5/thumbnail', '/oauth/authorize']) {
    expect(await asHost(caller, `rebound.example:${port}`, path)).toBe(421);
    expect(await asHost(caller, '127.0.0.1', path)).toBe(421);
  }
  expect(await asHost(caller, `localhost:${port}`, '/')).toBe(200);
  for (const origin of ['http://evil.example', 'null', `http://localhost:${port}`]) {
    const answer = await call('PUT', '/console/api/offline', { offline: true }, { origin });
    expect([origin, answer.status]).toEqual([origin, 403]);
  }
  expect((await call('PUT', '/console/api/offline', { offline: true })).status).toBe(403);
  expect(cms.offline).toBe(false);
});

test('entries are added, ordered, changed, scheduled and removed', async () => {
  await using caller = await callDemoCms();
  const { cms } = caller;
  const entries = () => cms.content.entriesOf(cms.playlistId);
  const [first, second] = entries();
  const [file] = [...cms.content.mediaFiles.values()].filter((row) => row.attachable_type !== null);
  const path = `playlists/${cms.playlistId}`;

  await edit(caller, 'POST', `${path}/entries`, { media_file_id: file?.id, at: 1 });
  const added = entries()[1];
  expect(added).toMatchObject({ media_file_id: file?.id, index: 2, duration: 10, play_rule: 1 });
  expect(
    entries()
      .map((entry) => entry.id)
      .slice(0, 3),
  ).toEqual([first?.id, added?.id, second?.id]);

  const ids = entries()
    .map((entry) => entry.id)
    .reverse();
  await edit(caller, 'PUT', `${path}/order`, { ids });
  expect(entries().map((entry) => entry.id)).toEqual(ids);
  expect(entries().map((entry) => entry.index)).toEqual(ids.map((_, index) => index + 1));

  const changes = {
    duration: 4.5,
    is_sound_played: 1,
    play_rule: 0,
    start_date: '2026-02-28',
    end_date: null,
    start_time: '09:30',
    end_time: '17:00:30',
    weekdays: 65,
    transition: 'slide',
    transition_duration: 0.4,
  };
  expect((await edit(caller, 'PATCH', `entries/${added?.id}`, changes)).status).toBe(200);
  const { body } = await caller.get(`playlist/${cms.playlistId}`);
  expect(body.playlist_entries.find(({ id }: { id: number }) => id === added?.id)).toMatchObject({
    ...changes,
    start_time: '09:30:00',
  });

  await edit(caller, 'DELETE', `entries/${added?.id}`);
  expect(entries().some((entry) => entry.id === added?.id)).toBe(false);
  expect((await edit(caller, 'DELETE', `entries/${added?.id}`)).status).toBe(404);
});

test('playlists, assignments and the library are edited', async () => {
  await using caller = await callDemoCms();
  const { cms } = caller;
  const made = (await edit(caller, 'POST', 'playlists', { name: ' Night ' })).state.playlists.at(-1);
  expect(made).toMatchObject({ name: 'Night', entries: [] });
  await edit(caller, 'PATCH', `playlists/${made.id}`, { name: 'Late', comment: 'after ten' });
  await edit(caller, 'PATCH', `devices/${cms.deviceId}`, { playlist_id: made.id });
  await edit(caller, 'PATCH', `groups/${cms.deviceGroupId}`, { playlist_id: null });
  expect((await caller.get('device')).body[0].playlist).toMatchObject({ name: 'Late', comment: 'after ten' });
  expect((await caller.get('devicegroup')).body[0].playlist_id).toBe(null);

  const form = new FormData();
  form.set('duration', '12.5');
  form.set('width', '640');
  form.set('thumbnail', new Blob(['a small picture']), 'thumbnail.jpg');
  form.set('file', new Blob(['bytes']), 'clip.mp4');
  const clip = (await edit(caller, 'POST', 'media', form)).state.media.at(-1);
  expect(clip).toMatchObject({
    has_thumbnail: true,
    attachable: { duration: 12.5, width: 640, mime_type: 'video/mp4' },
  });
  expect((await caller.get(`/console/media/${clip.id}/thumbnail`)).text).toBe('a small picture');
  expect((await caller.get(`/console/media/${clip.id}/content`)).text).toBe('bytes');
  await edit(caller, 'POST', `playlists/${made.id}/entries`, { media_file_id: clip.id });
  expect(cms.content.entriesOf(made.id)[0]).toMatchObject({ duration: 0 });
  await edit(caller, 'DELETE', `media/${clip.id}`);
  expect(cms.content.entriesOf(made.id)).toEqual([]);
  await edit(caller, 'DELETE', `playlists/${made.id}`);
  expect(cms.content.playlists.has(made.id)).toBe(false);
});

test('the CMS goes offline and online while the console keeps answering', async () => {
  await using caller = await callDemoCms();
  expect((await edit(caller, 'PUT', 'offline', { offline: true })).state.offline).toBe(true);
  await expect(caller.get('playlist')).rejects.toThrow('fetch failed');
  expect((await edit(caller, 'PUT', 'offline', { offline: false })).state.offline).toBe(false);
  expect((await caller.get('playlist')).status).toBe(200);
  const { state } = await edit(caller, 'GET', 'state');
  expect(state.connect).toEqual({ baseUrl: caller.cms.baseUrl, token: caller.cms.token });
  expect(state.lastRequestAt).toBeGreaterThan(0);
});

test('a playlist cannot be nested in itself, however indirectly', async () => {
  await using caller = await callDemoCms();
  const { playlistId } = caller.cms;
  const welcome = { playlist_id_as_nested_playlist: Number(playlistId) };
  const offers = [...caller.cms.content.playlists.keys()][1];
  for (const path of [`playlists/${playlistId}/entries`, `playlists/${offers}/entries`]) {
    expect(await edit(caller, 'POST', path, welcome)).toMatchObject({
      status: 422,
      message: 'A playlist cannot be played inside itself.',
    });
  }
});

test.each([
  ['PATCH', 'entries/#', { duration: -1 }],
  ['PATCH', 'entries/#', { duration: '5' }],
  ['PATCH', 'entries/#', { weekdays: 128 }],
  ['PATCH', 'entries/#', { start_date: '2026-02-30' }],
  ['PATCH', 'entries/#', { start_time: '24:00' }],
  ['PATCH', 'entries/#', { play_rule: 3 }],
  ['PATCH', 'entries/#', { transition: 'explode' }],
  ['PATCH', 'entries/#', { id: 5 }],
  ['PATCH', 'entries/#', { playlist_id: 5 }],
  ['POST', 'playlists', { name: '  ' }],
  ['POST', 'playlists', { name: 'x', __proto__x: 1 }],
  ['POST', 'playlists/1/entries', {}],
  ['POST', 'playlists/1/entries', { media_file_id: 999_999 }],
  ['POST', 'playlists/1/entries', { media_file_id: 5, playlist_id_as_nested_playlist: 1 }],
  ['PUT', 'playlists/1/order', { ids: ['a'] }],
  ['PATCH', 'devices/3', { playlist_id: 999_999 }],
])('%s %s refuses %j', async (method, path, body) => {
  await using caller = await callDemoCms();
  const [entry] = caller.cms.content.entriesOf(caller.cms.playlistId);
  const before = JSON.stringify(caller.cms.content.records());
  const answer = await edit(caller, method, path.replace('#', String(entry?.id)), body);
  expect([answer.status, typeof answer.message]).toEqual([422, 'string']);
  expect(JSON.stringify(caller.cms.content.records())).toBe(before);
});

test('unknown calls are refused', async () => {
  await using caller = await callDemoCms();
  for (const [method, path] of [
    ['POST', 'constructor'],
    ['DELETE', 'entries/999999'],
    ['PATCH', 'playlists/999999'],
    ['PUT', 'playlists/1/order/more'],
  ] as const) {
    expect((await edit(caller, method, path, {})).status).toBe(404);
  }
});

test('a removal is undone once, as long as it is known', async () => {
  await using caller = await callDemoCms();
  const { content, playlistId } = caller.cms;
  const [first, ...rest] = content.entriesOf(playlistId).map((entry) => entry.id);
  const { state } = await edit(caller, 'DELETE', `entries/${first}`);
  await edit(caller, 'PUT', `playlists/${playlistId}/order`, { ids: rest.toReversed() });
  const undone = await edit(caller, 'POST', `undo/${state.undo}`);
  expect(undone.status).toBe(200);
  expect(content.entriesOf(playlistId)[0]?.id).toBe(first);
  expect((await edit(caller, 'POST', `undo/${state.undo}`)).message).toBe('It is too late to undo this.');
});

test('a removed record returns unchanged, but does not overwrite later edits', async () => {
  await using caller = await callDemoCms();
  const { content, playlistId, deviceGroupId } = caller.cms;
  const [hills] = [...content.mediaFiles.values()].filter(({ name }) => name === 'Morning hills');
  const offers = [...content.playlists.values()].find(({ name }) => name === 'Offers')?.id ?? 0;
  const media = (await edit(caller, 'DELETE', `media/${hills?.id}`)).state.undo;
  const playlist = (await edit(caller, 'DELETE', `playlists/${playlistId}`)).state.undo;
  await edit(caller, 'PATCH', `groups/${deviceGroupId}`, { playlist_id: offers });
  // Its entry has nowhere to go yet.
  await edit(caller, 'POST', `undo/${media}`);
  expect(content.mediaFiles.get(hills?.id ?? 0)).toEqual(hills);
  expect((await caller.get(`/console/media/${hills?.id}/thumbnail`)).status).toBe(200);
  await edit(caller, 'POST', `undo/${playlist}`);
  expect(content.entriesOf(playlistId)).toHaveLength(7);
  expect(content.deviceGroups.get(Number(deviceGroupId))?.playlist_id).toBe(offers);
});
