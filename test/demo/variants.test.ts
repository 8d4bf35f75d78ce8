import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Variants } from '../../src/demo/variants.ts';
import { defaultVariants } from '../../src/demo/variants.ts';
import { type Caller, callDemoCms } from './caller.ts';

const bytes = new TextEncoder().encode('a small picture');
const hashes = Object.fromEntries(
  ['md5', 'sha1', 'sha256'].map((name) => [name, createHash(name).update(bytes).digest('hex')]),
);

/** Playlist "Welcome" with one picture and the playlist "Inner", 5 playlists in all. */
async function small(variants: Partial<Variants>): Promise<Caller & { fileId: number; innerId: number }> {
  const caller = await callDemoCms({ seed: 'empty', variants });
  const { content, playlistId } = caller.cms;
  const file = content.addFile({ name: 'a', fileName: 'a.png', mimeType: 'image/png' }, bytes);
  const inner = content.addPlaylist({ name: 'Inner' });
  for (const name of ['3', '4', '5']) content.addPlaylist({ name });
  content.addEntry(playlistId, { media_file_id: file.id });
  content.addEntry(playlistId, { playlist_id_as_nested_playlist: inner.id });
  return { ...caller, fileId: file.id, innerId: inner.id };
}

test.each([
  ['bare', (body: unknown) => Array.isArray(body)],
  ['data', (body: { data: unknown[] }) => body.data.length === 5],
  ['items', (body: { items: unknown[] }) => body.items.length === 5],
  ['resource', (body: { playlists: unknown[] }) => body.playlists.length === 5],
  ['single', (body: unknown) => Array.isArray(body)],
] as const)('a list has the envelope %s', async (listEnvelope, fits) => {
  await using caller = await small({ listEnvelope });
  expect((fits as (body: unknown) => boolean)((await caller.get('playlist')).body)).toBe(true);
  const devices = (await caller.get('device')).body;
  if (listEnvelope === 'single') expect(devices.name).toBe('Demo screen');
  if (listEnvelope === 'resource') expect(devices.devices).toHaveLength(1);
});

test('single records are wrapped in data', async () => {
  await using caller = await small({ recordEnvelope: 'data' });
  expect((await caller.get(`playlist/${caller.cms.playlistId}`)).body.data.name).toBe('Welcome');
  expect((await caller.call('POST', 'playlist', { name: 'x' })).body.data.name).toBe('x');
});

const nextOf = {
  paginator: ({ body }: { body: { next_page_url: string | null } }) => body.next_page_url,
  links: ({ body }: { body: { links: { next: string | null } } }) => body.links.next,
  'link-header': ({ headers }: { headers: Headers }) =>
    /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null,
};

test.each([
  'paginator',
  'links',
  'link-header',
] as const)('paging by %s is followed to its end', async (paging) => {
  for (const nextPageAddress of ['absolute', 'relative'] as const) {
    await using caller = await small({ paging, pageSize: 2, nextPageAddress });
    const names: string[] = [];
    let path: string | null = 'playlist';
    while (path !== null) {
      const page = await caller.get(path);
      const rows = paging === 'link-header' ? page.body : page.body.data;
      expect(rows.length).toBeLessThanOrEqual(2);
      names.push(...rows.map((row: { name: string }) => row.name));
      path = nextOf[paging](page);
      if (path !== null) expect(path.startsWith('/')).toBe(nextPageAddress === 'relative');
    }
    expect(names).toEqual(['Welcome', 'Inner', '3', '4', '5']);
  }
});

test('paging works by numbers alone, and with a next page on another origin', async () => {
  await using caller = await small({ paging: 'meta', pageSize: 2 });
  const first = (await caller.get('playlist')).body;
  expect(first.meta).toMatchObject({ current_page: 1, last_page: 3, per_page: 2, total: 5, from: 1, to: 2 });
  expect(first.links).toBeUndefined();
  expect((await caller.get('playlist?page=3')).body.data).toHaveLength(1);
  expect((await caller.get('playlist?page=4')).body.data).toHaveLength(0);
  Object.assign(caller.cms.variants, { paging: 'paginator', nextPageAddress: 'other-origin' });
  expect((await caller.get('playlist')).body.next_page_url).toContain(caller.cms.otherOrigin);
});

test.each(['playlist_entries', 'entries', 'items'] as const)('entries under %s', async (entriesUnder) => {
  await using caller = await small({ entriesUnder });
  const { body } = await caller.get(`playlist/${caller.cms.playlistId}`);
  expect(body[entriesUnder]).toHaveLength(2);
  expect(['playlist_entries', 'entries', 'items'].filter((name) => name in body)).toEqual([entriesUnder]);
});

test('entries can have their own path', async () => {
  await using caller = await small({ entriesUnder: 'own-path' });
  const { cms, get } = caller;
  expect((await get(`playlist/${cms.playlistId}`)).body.playlist_entries).toBeUndefined();
  expect((await get(`playlist/${cms.playlistId}/entries`)).body).toHaveLength(2);
  cms.variants.entriesPath = 'playlistentry/of/{id}';
  expect((await get(`playlist/${cms.playlistId}/entries`)).status).toBe(404);
  expect((await get(`playlistentry/of/${cms.playlistId}`)).body).toHaveLength(2);
  expect((await get('playlistentry/of/999')).status).toBe(404);
});

test('entries can be in the list of playlists', async () => {
  await using caller = await small({ entriesInList: true });
  expect((await caller.get('playlist')).body[0].playlist_entries).toHaveLength(2);
});

test('names are camelCase, ids text, flags booleans, and unknown fields are present', async () => {
  await using caller = await small({
    fieldNames: 'camel',
    ids: 'text',
    flags: 'boolean',
    unknownFields: true,
  });
  const { cms, fileId, get } = caller;
  const { body } = await get(`playlist/${cms.playlistId}`);
  expect(body.playlistEntries[0]).toMatchObject({
    mediaFileId: String(fileId),
    playlistId: cms.playlistId,
    isSoundPlayed: false,
    playRule: 1,
    duration: 10,
    x_internal: null,
  });
  expect(body.playlistEntries[0].playlistIdAsNestedPlaylist).toBe(null);
  expect(JSON.stringify(body)).not.toContain('media_file_id');
});

test('the media file is embedded in its entry', async () => {
  await using caller = await small({ entryMedia: 'both' });
  const { cms, fileId, get } = caller;
  const path = `playlist/${cms.playlistId}`;
  const [both, nested] = (await get(path)).body.playlist_entries;
  expect(both).toMatchObject({ media_file_id: fileId, media_file: { id: fileId, name: 'a' } });
  expect(nested.media_file).toBeUndefined();
  cms.variants.entryMedia = 'embedded';
  const [alone] = (await get(path)).body.playlist_entries;
  expect(alone.media_file.id).toBe(fileId);
  expect('media_file_id' in alone).toBe(false);
});

test('a nested playlist is an attachable', async () => {
  await using caller = await small({ nestedPlaylist: 'attachable' });
  const { cms, innerId, get } = caller;
  const entry = (await get(`playlist/${cms.playlistId}`)).body.playlist_entries[1];
  expect(entry.playlist_id_as_nested_playlist).toBe(null);
  const listed = (await get('mediafile')).body.find((row: { id: number }) => row.id === entry.media_file_id);
  expect(listed).toMatchObject({ attachable_type: 'Playlist', attachable_id: innerId, name: 'Inner' });
  expect((await get(`mediafile/${entry.media_file_id}`)).body).toEqual(listed);
});

test('a type is namespaced', async () => {
  await using caller = await small({ attachableType: 'namespaced' });
  expect((await caller.get('mediafile')).body[0].attachable_type).toBe('App\\Models\\PhysicalFile');
});

test.each([
  'download_url',
  'file_url',
  'url',
] as const)('the download address is in %s', async (downloadField) => {
  await using caller = await small({ downloadField });
  const { cms, fileId, get } = caller;
  const record = async () => (await get(`mediafile/${fileId}`)).body;
  expect((await record())[downloadField]).toBe(`${cms.baseUrl}mediafile/${fileId}/download`);
  cms.variants.downloadFieldOn = 'attachable';
  expect((await record())[downloadField]).toBeUndefined();
  expect((await get((await record()).attachable[downloadField])).text).toBe('a small picture');
  cms.variants.downloadAddress = 'relative';
  expect((await record()).attachable[downloadField]).toBe(`/api/v1.0/mediafile/${fileId}/download`);
  cms.variants.downloadAddress = 'other-origin';
  const away = (await record()).attachable[downloadField];
  expect(new URL(away).origin).toBe(cms.otherOrigin);
  const answer = await fetch(away);
  expect([answer.status, await answer.text()]).toEqual([200, 'a small picture']);
  expect(cms.requests.at(-1)).toMatchObject({ side: 'other' });
});

test('the download path has placeholders', async () => {
  await using caller = await small({ downloadPath: 'files/{attachable_id}/{file_hash}.{extension}' });
  const { fileId, get } = caller;
  const { attachable } = (await get(`mediafile/${fileId}`)).body;
  expect((await get(`files/${attachable.id}/${attachable.file_hash}.png`)).text).toBe('a small picture');
  expect((await get(`files/${attachable.id}/x.png`)).status).toBe(404);
  expect((await get(`mediafile/${fileId}/download`)).status).toBe(404);
});

test('downloads need no token, or redirect', async () => {
  await using caller = await small({ downloadNeedsToken: false });
  const { cms, fileId, get } = caller;
  const path = `mediafile/${fileId}/download`;
  expect((await get(path, { authorization: '' })).status).toBe(200);
  expect((await get('mediafile', { authorization: '' })).status).toBe(401);
  cms.variants.downloadNeedsToken = true;
  expect((await get(path, { authorization: '' })).status).toBe(401);
  cms.variants.downloadRedirect = 'other-origin';
  const away = await get(path);
  expect([away.status, away.headers.get('location')]).toEqual([302, `${cms.otherOrigin}/files/${fileId}`]);
  expect(await (await fetch(`${cms.otherOrigin}/files/${fileId}`)).text()).toBe('a small picture');
  cms.variants.downloadRedirect = 'own-origin';
  const own = await get(path);
  expect(own.status).toBe(302);
  expect((await get(own.headers.get('location') ?? '')).text).toBe('a small picture');
});

test('ranges are ignored, and each kind of validator is sent', async () => {
  await using caller = await small({ ranges: 'ignored' });
  const { cms, fileId, get } = caller;
  const path = `mediafile/${fileId}/download`;
  const whole = await get(path, { range: 'bytes=2-4' });
  expect([whole.status, whole.text, whole.headers.has('accept-ranges')]).toEqual([
    200,
    'a small picture',
    false,
  ]);
  const marks = async (mediaValidator: Variants['mediaValidator']): Promise<unknown[]> => {
    cms.variants.mediaValidator = mediaValidator;
    const { headers } = await get(path);
    return [headers.get('etag')?.slice(0, 1) ?? null, headers.has('last-modified')];
  };
  expect(await marks('etag')).toEqual(['"', false]);
  expect(await marks('weak-etag')).toEqual(['W', false]);
  expect(await marks('last-modified')).toEqual([null, true]);
  expect(await marks('both')).toEqual(['"', true]);
  expect(await marks('none')).toEqual([null, false]);
});

test('each kind of hash is published, for either version of the bytes', async () => {
  await using caller = await small({});
  const { cms, fileId, get } = caller;
  const both = async (variants: Partial<Variants>): Promise<unknown[]> => {
    Object.assign(cms.variants, defaultVariants, variants);
    const { file_hash, converted_file_hash } = (await get(`mediafile/${fileId}`)).body.attachable;
    return [file_hash, converted_file_hash];
  };
  for (const hash of ['md5', 'sha1', 'sha256'] as const) {
    expect(await both({ hash })).toEqual([hashes[hash], hashes[hash]]);
  }
  expect(await both({ hash: 'none' })).toEqual([null, null]);
  expect((await both({ hash: 'opaque' }))[0]).not.toMatch(/^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i);
  expect((await both({ hashCase: 'upper' }))[0]).toBe(hashes.md5?.toUpperCase());
  const [original, wrong] = await both({ hashOfBytes: 'original' });
  expect([original, wrong === hashes.md5]).toEqual([hashes.md5, false]);
  expect((await both({ hashOfBytes: 'converted' }))[1]).toBe(hashes.md5);
  expect(await both({ hashOfBytes: 'neither' })).not.toContain(hashes.md5);
});

test('the file size is that of the served file, of the upload, or absent', async () => {
  await using caller = await small({});
  const { cms, fileId, get } = caller;
  const size = async (fileSize: Variants['fileSize']): Promise<unknown> => {
    cms.variants.fileSize = fileSize;
    return (await get(`mediafile/${fileId}`)).body.attachable.file_size;
  };
  expect(await size('exact')).toBe(bytes.byteLength);
  expect(await size('original')).not.toBe(bytes.byteLength);
  expect(await size('none')).toBe(null);
});

test('the group of a device and the playlist of a group have every spelling', async () => {
  await using caller = await small({});
  const { cms, get } = caller;
  const groupId = Number(cms.deviceGroupId);
  const spelled = async (deviceGroup: Variants['deviceGroup']): Promise<Record<string, unknown>> => {
    cms.variants.deviceGroup = deviceGroup;
    const [{ device_group_id, devicegroup_id, device_group }] = (await get('device')).body;
    return { device_group_id, devicegroup_id, embedded: device_group?.id };
  };
  expect(await spelled('device_group_id')).toEqual({ device_group_id: groupId });
  expect(await spelled('devicegroup_id')).toEqual({ devicegroup_id: groupId });
  expect(await spelled('device_group')).toEqual({ embedded: groupId });
  expect(await spelled('none')).toEqual({});
  const group = async (groupPlaylist: Variants['groupPlaylist']): Promise<unknown[]> => {
    cms.variants.groupPlaylist = groupPlaylist;
    const [row] = (await get('devicegroup')).body;
    return [row.playlist_id, row.playlist?.id];
  };
  const playlistId = Number(cms.playlistId);
  expect(await group('both')).toEqual([playlistId, playlistId]);
  expect(await group('id')).toEqual([playlistId, undefined]);
  expect(await group('embedded')).toEqual([undefined, playlistId]);
});

test('conditional requests are answered', async () => {
  await using caller = await small({ caching: 'both' });
  const { cms, get } = caller;
  const path = `playlist/${cms.playlistId}`;
  const { headers } = await get(path);
  const etag = headers.get('etag') ?? '';
  const since = headers.get('last-modified') ?? '';
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(path, { 'if-modified-since': since })).status).toBe(304);
  cms.content.addEntry(cms.playlistId, {});
  expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
  expect((await get(path, { 'if-modified-since': since })).status).toBe(200);
  const marks = async (caching: Variants['caching']): Promise<boolean[]> => {
    cms.variants.caching = caching;
    const answer = await get(path);
    return [answer.headers.has('etag'), answer.headers.has('last-modified')];
  };
  expect(await marks('etag')).toEqual([true, false]);
  expect(await marks('last-modified')).toEqual([false, true]);
  expect(await marks('none')).toEqual([false, false]);
});

test('answers are compressed', async () => {
  await using caller = await small({ compression: 'gzip' });
  const zipped = await caller.get('playlist');
  expect([zipped.headers.get('content-encoding'), zipped.body.length]).toEqual(['gzip', 5]);
  expect(
    (await caller.get('playlist', { 'accept-encoding': 'identity' })).headers.has('content-encoding'),
  ).toBe(false);
});

test('429 and 503 are sent with every form of Retry-After, for a number of calls', async () => {
  await using caller = await small({});
  const { cms, get } = caller;
  cms.variants.refusal = { status: 429, retryAfter: 'seconds', seconds: 7, requests: 2 };
  expect((await get('playlist')).headers.get('retry-after')).toBe('7');
  expect((await get(`mediafile/${caller.fileId}/download`)).status).toBe(429);
  expect((await get('playlist')).status).toBe(200);
  cms.variants.refusal = { status: 503, retryAfter: 'date', seconds: 60, requests: -1 };
  const before = Date.now();
  const date = Date.parse((await get('playlist')).headers.get('retry-after') ?? '');
  // In whole seconds.
  expect(date).toBeGreaterThan(before + 59_000);
  expect(date).toBeLessThanOrEqual(Date.now() + 61_000);
  cms.variants.refusal.retryAfter = 'garbage';
  expect((await get('playlist')).headers.get('retry-after')).toBe('soon, perhaps');
  cms.variants.refusal.retryAfter = 'none';
  const bare = await get('playlist');
  expect([bare.status, bare.headers.has('retry-after')]).toEqual([503, false]);
  cms.variants.refusal = null;
  expect((await get('playlist')).status).toBe(200);
});

test.each([
  ['json', 'application/json', '{"message":"There is no such record."}'],
  ['text', 'text/plain; charset=utf-8', 'There is no such record.'],
  ['html', 'text/html', '<!doctype html>'],
  ['empty', 'text/plain', ''],
] as const)('errors are formatted as %s', async (errorBody, type, text) => {
  await using caller = await small({ errorBody });
  const answer = await caller.get('playlist/999');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type]);
  expect(answer.text.startsWith(text)).toBe(true);
  expect(answer.text === '').toBe(text === '');
});

test('updates are accepted by PUT or POST only, and deletions have each answer', async () => {
  await using caller = await small({ updateMethod: 'put' });
  const { cms, call } = caller;
  const path = `playlist/${cms.playlistId}`;
  const status = async (method: string): Promise<number> => (await call(method, path, { name: 'n' })).status;
  expect([await status('PUT'), await status('POST')]).toEqual([200, 405]);
  cms.variants.updateMethod = 'post';
  expect([await status('PUT'), await status('POST')]).toEqual([405, 200]);
  cms.variants.updateMethod = 'both';
  expect([await status('PUT'), await status('POST')]).toEqual([200, 200]);

  const remove = async (deleteAnswer: Variants['deleteAnswer']) => {
    cms.variants.deleteAnswer = deleteAnswer;
    const { id } = cms.content.addPlaylist({ name: 'gone' });
    return call('DELETE', `playlist/${id}`);
  };
  expect((await remove('empty')).status).toBe(204);
  expect((await remove('record')).body.name).toBe('gone');
  expect((await remove('message')).body).toEqual({ message: 'The playlist is deleted.' });
});

test('a server can lack the undocumented endpoints', async () => {
  await using caller = await small({ extraEndpoints: false });
  const { cms, fileId, get } = caller;
  for (const path of [`mediafile/${fileId}`, `devicegroup/${cms.deviceGroupId}`, 'account', 'treeview']) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await get(`mediafile/${fileId}/download`)).status).toBe(200);
});

test('the demo page may forbid framing', async () => {
  await using caller = await callDemoCms({ variants: { pageForbidsFraming: true } });
  const { cms, get } = caller;
  const page = (await get('mediafile')).body.find(
    (row: { attachable_type: string }) => row.attachable_type === 'Website',
  );
  expect(page.attachable.url).toBe(`${cms.origin}/page/board`);
  const framed = await get(page.attachable.url);
  expect(framed.headers.get('x-frame-options')).toBe('DENY');
  expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  cms.variants.pageForbidsFraming = false;
  const free = await get(page.attachable.url);
  expect([free.status, free.headers.has('x-frame-options')]).toEqual([200, false]);
});

test('10,000 playlists and 100,000 media files are paged quickly', async () => {
  await using caller = await callDemoCms({ seed: 'empty', variants: { paging: 'links', pageSize: 1000 } });
  const { content } = caller.cms;
  for (let number = 1; number < 10_000; number++) content.addPlaylist({ name: `${number}` });
  const first = content.addFile({ name: '0', fileName: '0.png', mimeType: 'image/png' }, bytes);
  const shared = content.bytes.get(first.id);
  if (!shared) throw new Error('The bytes are missing.');
  for (let number = 1; number < 100_000; number++) {
    content.addStoredFile({ name: `${number}`, fileName: 'x.png', mimeType: 'image/png' }, shared);
  }
  const last = await caller.get('mediafile?page=100');
  expect([last.body.meta.total, last.body.data.length, last.body.links.next]).toEqual([100_000, 1000, null]);
  expect((await caller.get('playlist?page=10')).body.data).toHaveLength(1000);
});
