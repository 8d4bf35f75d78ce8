import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMedia } from '../../src/main/show/media.ts';
import { objectPath } from '../../src/main/store/objects/layout.ts';

// More than two chunks of a stream, so that every full read needs several of them.
const bytes = Buffer.from(Array.from({ length: 600_001 }, (_, index) => (index * 31) % 251));
const sha256 = createHash('sha256').update(bytes).digest('hex');
const empty = createHash('sha256').update('').digest('hex');
let folder: string;
let fetchFile: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  await put(sha256, bytes);
  await put(empty, Buffer.alloc(0));
  const media = createMedia(folder);
  fetchFile = (path, init) => media(new Request(`vitrine://app/media/${path}`, init));
});

afterAll(() => rm(folder, { recursive: true }));

async function put(name: string, content: Buffer): Promise<void> {
  const path = objectPath(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
}

async function read(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

/** Counts this process's open files below the folder. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

describe('whole files', () => {
  test('carry their length and type, are immutable and forbid sniffing', async () => {
    const response = await fetchFile(`${sha256}.mp4`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'video/mp4',
      'content-length': '600001',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await read(response)).equals(bytes)).toBe(true);
  });

  test('HEAD answers the same headers without a body', async () => {
    const response = await fetchFile(`${sha256}.webm`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('600001');
    expect((await read(response)).length).toBe(0);
  });

  test('an SVG is sandboxed', async () => {
    const response = await fetchFile(`${sha256}.svg`);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    await response.body?.cancel();
  });

  test('an empty object gives an empty response', async () => {
    const response = await fetchFile(`${empty}.txt`);
    expect([response.status, (await read(response)).length]).toEqual([200, 0]);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=-5', 599_996, 600_000],
    ['bytes=500000-700000', 500_000, 600_000],
  ])('%s is exactly those bytes', async (range, from, to) => {
    const response = await fetchFile(`${sha256}.mp4`, { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/600001`);
    expect(response.headers.get('content-length')).toBe(String(to + 1 - from));
    expect((await read(response)).equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  test('an open end reaches the end of the file, however long', async () => {
    const response = await fetchFile(`${sha256}.mp4`, { headers: { range: 'bytes=1-' } });
    expect(response.headers.get('content-range')).toBe('bytes 1-600000/600001');
    expect((await read(response)).equals(bytes.subarray(1))).toBe(true);
  });

  test('a range behind the end is refused with the size', async () => {
    const response = await fetchFile(`${sha256}.mp4`, { headers: { range: 'bytes=600001-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */600001']);
  });
});

describe('names', () => {
  test.each([
    `${'0'.repeat(64)}.mp4`,
    `${sha256}.exe`,
    `${sha256}`,
    `${sha256}.constructor`,
    `${sha256.toUpperCase()}.mp4`,
    `%2e%2e%2f${sha256}.mp4`,
    `..%2f..%2fetc%2fpasswd`,
    `${sha256}.mp4/`,
    `x/${sha256}.mp4`,
  ])('%s is not there', async (path) => {
    expect((await fetchFile(path)).status).toBe(404);
  });
});

describe('open files', () => {
  test('are closed at the end, when the reader cancels, and without a reader', async () => {
    await read(await fetchFile(`${sha256}.mp4`));
    const left = (await fetchFile(`${sha256}.mp4`)).body?.getReader();
    await left?.read();
    expect(await openFiles()).toBe(1);
    await left?.cancel();
    await (await fetchFile(`${sha256}.mp4`)).body?.cancel();
    await fetchFile(`${sha256}.mp4`, { method: 'HEAD' });
    await fetchFile(`${sha256}.mp4`, { headers: { range: 'bytes=700000-' } });
    await fetchFile(`${empty}.mp4`);
    expect(await openFiles()).toBe(0);
  });

  test('are not read before the reader pulls', async () => {
    const reader = (await fetchFile(`${sha256}.mp4`)).body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBe(256 * 1024);
    await reader?.cancel();
  });

  test('that became shorter break the response off', async () => {
    const shrinking = createHash('sha256').update('shrinking').digest('hex');
    await put(shrinking, bytes);
    const reader = (await fetchFile(`${shrinking}.mp4`)).body?.getReader();
    await reader?.read();
    await writeFile(objectPath(folder, shrinking), 'short');
    await expect(reader?.read()).rejects.toThrow(/shorter/);
    expect(await openFiles()).toBe(0);
  });
});
