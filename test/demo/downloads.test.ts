import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Caller, callDemoCms } from './caller.ts';

const bytes = new Uint8Array(1000).map((_, index) => index % 251);

async function oneFile(
  options: Parameters<typeof callDemoCms>[0] = {},
): Promise<Caller & { path: string; id: number }> {
  const caller = await callDemoCms({ seed: 'empty', ...options });
  const row = caller.cms.content.addFile({ name: 'a', fileName: 'a.png', mimeType: 'image/png' }, bytes);
  return { ...caller, id: row.id, path: `mediafile/${row.id}/download` };
}

async function raw(caller: Caller, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(caller.cms.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${caller.cms.token}`, ...headers },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

test('a download returns the whole file with the headers needed to resume', async () => {
  await using file = await oneFile();
  const whole = await raw(file, file.path);
  expect(whole.status).toBe(200);
  expect(whole.bytes).toEqual(bytes);
  expect(whole.headers.get('content-length')).toBe('1000');
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
  const head = await raw(file, file.path, {}, 'HEAD');
  expect([head.status, head.bytes.byteLength, head.headers.get('content-length')]).toEqual([200, 0, '1000']);
  expect((await raw(file, file.path, {}, 'POST')).status).toBe(405);
});

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/1000', 0, 1],
  ['bytes=10-19', 206, 'bytes 10-19/1000', 10, 20],
  ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1000],
  ['bytes=990-5000', 206, 'bytes 990-999/1000', 990, 1000],
  ['bytes=-5', 206, 'bytes 995-999/1000', 995, 1000],
  ['bytes=-5000', 206, 'bytes 0-999/1000', 0, 1000],
  ['bytes=1000-', 416, 'bytes */1000', 0, 0],
  ['bytes=-0', 416, 'bytes */1000', 0, 0],
  ['bytes=20-10', 200, null, 0, 1000],
  ['bytes=0-1,5-6', 200, null, 0, 1000],
  ['bytes=-', 200, null, 0, 1000],
  ['lines=0-1', 200, null, 0, 1000],
])('a range is answered: Range %s', async (range, status, contentRange, start, end) => {
  await using file = await oneFile();
  const answer = await raw(file, file.path, { range });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
  expect(answer.bytes).toEqual(bytes.subarray(start, end));
});

test('If-Range holds for the same file only, and never for a weak tag', async () => {
  await using file = await oneFile();
  const { headers } = await raw(file, file.path);
  const ask = async (condition: string): Promise<number> =>
    (await raw(file, file.path, { range: 'bytes=1-2', 'if-range': condition })).status;
  expect(await ask(headers.get('etag') ?? '')).toBe(206);
  expect(await ask(headers.get('last-modified') ?? '')).toBe(206);
  expect(await ask('"other"')).toBe(200);
  expect(await ask(`W/${headers.get('etag')}`)).toBe(200);
  file.cms.variants.mediaValidator = 'weak-etag';
  expect(await ask((await raw(file, file.path)).headers.get('etag') ?? '')).toBe(200);
  file.cms.variants.mediaValidator = 'both';
  file.cms.content.replaceBytes(file.id, bytes.toReversed());
  expect(await ask(headers.get('etag') ?? '')).toBe(200);
  expect(await ask(headers.get('last-modified') ?? '')).toBe(200);
});

test('an unchanged file is answered with 304', async () => {
  await using file = await oneFile();
  const { headers } = await raw(file, file.path);
  const since = headers.get('last-modified') ?? '';
  expect((await raw(file, file.path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  expect((await raw(file, file.path, { 'if-none-match': '"a", *' })).status).toBe(304);
  expect((await raw(file, file.path, { 'if-modified-since': since })).status).toBe(304);
  expect(
    (await raw(file, file.path, { 'if-none-match': '"other"', 'if-modified-since': since })).status,
  ).toBe(200);
});

test('an uploaded page has no rights of this origin', async () => {
  await using file = await oneFile();
  const { headers } = await raw(file, file.path);
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a large file is streamed from disk in flat memory', { tags: 'long' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-large-'));
  try {
    const path = join(folder, 'large.mp4');
    const size = 3 * 2 ** 30;
    const handle = await open(path, 'w');
    // A hole: as long as a film, but it takes no room on the disk.
    await handle.truncate(size);
    await handle.write(Buffer.from('end'), 0, 3, size - 3);
    await handle.close();
    await using caller = await callDemoCms({ seed: 'empty' });
    const row = await caller.cms.content.addFileFromPath(
      { name: 'large', fileName: 'large.mp4', mimeType: 'video/mp4' },
      path,
      null,
    );
    expect((await caller.get(`mediafile/${row.id}`)).body.attachable).toMatchObject({
      file_size: size,
      file_hash: null,
    });
    const end = await raw(caller, `mediafile/${row.id}/download`, { range: `bytes=${size - 3}-` });
    expect(new TextDecoder().decode(end.bytes)).toBe('end');

    const before = process.memoryUsage().rss;
    const answer = await fetch(`${caller.cms.baseUrl}mediafile/${row.id}/download`, {
      headers: { authorization: `Bearer ${caller.cms.token}`, range: `bytes=0-${400 * 2 ** 20 - 1}` },
    });
    let received = 0;
    for await (const chunk of answer.body ?? []) received += chunk.byteLength;
    expect(received).toBe(400 * 2 ** 20);
    expect(process.memoryUsage().rss - before).toBeLessThan(240 * 2 ** 20);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a file given by its path is hashed', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const row = await caller.cms.content.addFileFromPath(
    { name: 'me', fileName: 'me.txt', mimeType: 'text/plain' },
    import.meta.filename,
  );
  const { bytes: served } = await raw(caller, `mediafile/${row.id}/download`);
  const { attachable } = (await caller.get(`mediafile/${row.id}`)).body;
  expect(attachable.file_hash).toBe(createHash('md5').update(served).digest('hex'));
  expect(attachable.file_size).toBe(served.byteLength);
});
