import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { createAppHandler } from '../../src/main/show/handler.ts';
import { Snapshots } from '../../src/main/show/snapshots.ts';
import { ManualClock } from '../support/manual-clock.ts';

let folder: string;
let clock: ManualClock;
let lines: LogLine[];
let snapshots: Snapshots;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-snapshots-'));
  clock = new ManualClock();
  lines = [];
  snapshots = new Snapshots(
    folder,
    clock,
    createLog((line) => lines.push(line)),
  );
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const name = (address: string): string => `${createHash('sha256').update(address).digest('hex')}.png`;
const png = (size = 100) =>
  Promise.resolve({ mimeType: 'image/png' as const, bytes: new Uint8Array(size).fill(0x89) });
const fetchFile = (path: string) => {
  const handler = createAppHandler({ renderer: folder, dataDir: folder, snapshots: snapshots.answer });
  return handler(new Request(`http://app/${path}`));
};

test('a picture is kept under the hash of its address and served', async () => {
  await snapshots.take('http://a/', () => png());
  const response = await fetchFile(`snapshots/${name('http://a/')}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await response.arrayBuffer()).byteLength).toBe(100);
  expect((await fetchFile(`snapshots/${name('http://b/')}`)).status).toBe(404);
  expect((await fetchFile('snapshots/..%2Fvitrine.db')).status).toBe(404);
  expect(await readdir(join(folder, 'snapshots'))).toEqual([name('http://a/')]);
});

test('a page is pictured once an hour', async () => {
  expect(snapshots.isDue('http://a/')).toBe(true);
  await snapshots.take('http://a/', () => png());
  await clock.advance(3599_000);
  expect([snapshots.isDue('http://a/'), snapshots.isDue('http://b/')]).toEqual([false, true]);
  await clock.advance(1_000);
  expect(snapshots.isDue('http://a/')).toBe(true);
});

test('a picture that shows something else is not kept, and the next one is due at once', async () => {
  await snapshots.take('http://a/', async () => null);
  expect(snapshots.isDue('http://a/')).toBe(true);
  expect((await fetchFile(`snapshots/${name('http://a/')}`)).status).toBe(404);
  expect(lines).toEqual([]);
});

test('a stand-in is not pictured as its page', async () => {
  await snapshots.take('http://a/', () => png());
  await clock.advance(3600_000);
  await fetchFile(`snapshots/${name('http://a/')}`);
  expect(snapshots.isDue('http://a/')).toBe(false);
});

test('at most fifty pictures are kept, the newest, and none that is too large', async () => {
  for (let count = 0; count < 52; count++) await snapshots.take(`http://page/${count}`, () => png());
  expect(await readdir(join(folder, 'snapshots'))).toHaveLength(50);
  await snapshots.take('http://huge/', () => png(20_000_001));
  expect(await readdir(join(folder, 'snapshots'))).not.toContain(name('http://huge/'));
});

test('a file that vanishes during the cleanup is ignored, and the folder is private', async () => {
  await snapshots.take('http://a/', () => png());
  expect((await stat(join(folder, 'snapshots'))).mode & 0o777).toBe(0o700);
  // Listed, but gone at the `stat`.
  await symlink('/nowhere/gone', join(folder, 'snapshots', 'x.new'));
  await snapshots.take('http://b/', () => png());
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('an unwritable disk or a missing window costs only the picture', async () => {
  await writeFile(join(folder, 'snapshots'), 'a file in its place');
  await snapshots.take('http://a/', () => png());
  expect(lines.map(({ level }) => level)).toEqual(['warn']);
  expect((await fetchFile(`snapshots/${name('http://a/')}`)).status).toBe(404);
  await snapshots.take('http://b/', () => Promise.reject(new Error('no window')));
  expect(snapshots.isDue('http://b/')).toBe(false);
});
