import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { Serial } from '../../src/main/ground/serial.ts';
import type { Database } from '../../src/main/store/database.ts';
import { DiskHealth } from '../../src/main/store/health.ts';
import { Ballast } from '../../src/main/store/objects/ballast.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { defaultLimits } from '../../src/main/store/objects/limits.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { manualClock, temporaryFolder } from './support/folder.ts';
import { NotingDisk } from './support/noting-disk.ts';

const MiB = 1024 * 1024;
const plenty = Number.MAX_SAFE_INTEGER;

/** A reserve of two and a half pieces above a floor of one megabyte. */
async function reserve(ballastBytes = 2.5 * MiB) {
  const layout = layoutOf(await temporaryFolder());
  const disk = new NotingDisk();
  const log = createLog(() => undefined);
  const health = new DiskHealth(log);
  const database = await openDatabase(join(layout.root, 'vitrine.db'));
  onTestFinished(() => database.close());
  const limits = { ...defaultLimits, floorBytes: MiB, ballastBytes };
  const clock = manualClock();
  const ballast = new Ballast({
    database,
    fs: disk.fs,
    layout,
    clock,
    log,
    limits,
    health,
    serial: new Serial(),
  });
  const size = () =>
    stat(layout.ballast).then(
      (stats) => stats.size,
      () => null,
    );
  return { ballast, disk, health, database, path: layout.ballast, size };
}

const checkpoint = (database: Database) => database.get('PRAGMA wal_autocheckpoint');

const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

test('the ballast is written in pieces, flushed and closed', async () => {
  const { ballast, disk, path, size } = await reserve();
  expect(ballast.isWhole).toBe(false);
  await ballast.restore(plenty);
  expect(await size()).toBe(2.5 * MiB);
  expect(disk.notes).toEqual([
    'open ballast',
    `write ${MiB} to ballast`,
    `write ${MiB} to ballast`,
    `write ${MiB / 2} to ballast`,
    'flush ballast',
    'close ballast',
  ]);
  expect(disk.tooEarly).toEqual([]);
  expect(ballast.isWhole).toBe(true);
  // No file system packs it into less than it is.
  const bytes = await readFile(path);
  expect(new Set(bytes.subarray(0, 4096)).size).toBeGreaterThan(200);
  expect(bytes.subarray(0, MiB).equals(bytes.subarray(MiB, 2 * MiB))).toBe(false);
});

test('the ballast is written once, and again when its size is wrong', async () => {
  const { ballast, disk, path, size } = await reserve();
  await writeFile(path, 'too small');
  await ballast.restore(plenty);
  expect(await size()).toBe(2.5 * MiB);
  disk.notes.length = 0;
  await ballast.restore(plenty);
  expect(disk.notes).toEqual([]);
});

test('a complete ballast is reused, however little space there is', async () => {
  const { ballast, disk, path } = await reserve();
  await writeFile(path, new Uint8Array(2.5 * MiB));
  await ballast.restore(0);
  expect(ballast.isWhole).toBe(true);
  expect(disk.notes).toEqual([]);
});

test('the ballast is not written if it would make space short', async () => {
  const { ballast, size } = await reserve();
  await ballast.restore(6 * MiB - 1);
  expect([await size(), ballast.isWhole]).toEqual([null, false]);
  await ballast.restore(6 * MiB);
  expect([await size(), ballast.isWhole]).toEqual([2.5 * MiB, true]);
});

test('a size of zero writes nothing, and counts as complete', async () => {
  const { ballast, disk, size } = await reserve(0);
  expect(ballast.isWhole).toBe(true);
  await ballast.restore(plenty);
  expect([await size(), disk.notes]).toEqual([null, []]);
});

test.each([
  'write',
  'flush',
])('an incomplete ballast is closed and removed when the disk fails at %s', async (step) => {
  const { ballast, disk, size } = await reserve();
  disk.refuses = (call) => (call.startsWith(step) ? 'ENOSPC' : null);
  await expect(ballast.restore(plenty)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([await size(), ballast.isWhole, disk.descriptors]).toEqual([null, false, 0]);
  expect(disk.tooEarly).toEqual([]);
});

test('the ballast is released at once and reported, and the journal may grow again once it is restored', async () => {
  const { ballast, health, database, size } = await reserve();
  await ballast.restore(plenty);
  database.get('PRAGMA wal_autocheckpoint = 16');
  expect(ballast.release()).toBe(true);
  expect([await size(), ballast.isWhole, health.report().state]).toEqual([null, false, 'full']);
  expect(ballast.release()).toBe(false);
  await ballast.restore(plenty);
  expect(await size()).toBe(2.5 * MiB);
  expect(checkpoint(database)).toEqual({ wal_autocheckpoint: 1_000 });
});

test('a small file may use the space of the ballast once', async () => {
  const { ballast, size } = await reserve();
  await ballast.restore(plenty);
  let tries = 0;
  const write = async () => {
    tries++;
    if ((await size()) !== null) throw full();
    return 'written';
  };
  expect(await ballast.serve(write)).toBe('written');
  expect(tries).toBe(2);
  // Nothing is left to give up.
  await expect(ballast.serve(() => Promise.reject(full()))).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('the ballast is not released for other failures', async () => {
  const { ballast, size } = await reserve();
  await ballast.restore(plenty);
  await expect(ballast.serve(() => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake');
  expect(await size()).toBe(2.5 * MiB);
});
