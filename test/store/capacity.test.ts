import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { removeObjects } from '../../src/main/store/objects/remove-objects.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { editionOf } from '../support/records.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { isOnDisk, show } from './support/shows.ts';

const size = 10_000;

/** A disk with as much free space as a test says. What the store removes does not add to it. */
async function onDisk(limits: { readonly floorBytes: number; readonly ballastBytes?: number }) {
  const folder = await temporaryFolder();
  const clock = manualClock();
  const disk = { freeBytes: 1_000_000, fails: false };
  const fs: FileSystem = {
    ...realFileSystem,
    space: async () => {
      if (disk.fails) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      return { freeBytes: disk.freeBytes, totalBytes: 2_000_000 };
    },
  };
  const { store } = await opened(folder, { fs, clock, limits });
  return { folder, clock, disk, store };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a download fits when the floor stays free, to the byte', async () => {
  const { disk, store } = await onDisk({ floorBytes: 50_000 });
  disk.freeBytes = 60_000;
  expect(await store.makeSpace(size)).toBe(true);
  expect(await store.makeSpace(size + 1)).toBe(false);
  expect(store.health().state).toBe('full');
  disk.freeBytes++;
  expect(await store.makeSpace(size + 1)).toBe(true);
  expect(store.health().state).toBe('good');
});

test('the previous edition is given up only if that keeps the floor', async () => {
  const { folder, disk, store } = await onDisk({ floorBytes: 50_000 });
  await show(store, ['before'], { size });
  await show(store, ['now'], { size });
  disk.freeBytes = 50_000;
  expect(await store.makeSpace(size + 1)).toBe(false);
  expect(isOnDisk(folder, 'before', size)).toBe(true);
  // It is given up, as it would be enough; what the disk says afterwards has the last word.
  expect(await store.makeSpace(size)).toBe(false);
  expect([isOnDisk(folder, 'before', size), isOnDisk(folder, 'now', size)]).toEqual([false, true]);
});

test('free space is measured again after a while', async () => {
  const { clock, disk, store } = await onDisk({ floorBytes: 0 });
  clock.pass(50_000);
  await store.makeSpace(0);
  const free = async () => {
    const { freeBytes } = store.storage();
    await settled();
    return freeBytes;
  };
  expect(await free()).toBe(1_000_000);
  disk.freeBytes = 5;
  clock.pass(10_000);
  expect([await free(), await free()]).toEqual([1_000_000, 1_000_000]);
  clock.pass(1);
  expect([await free(), await free()]).toEqual([1_000_000, 5]);
  clock.pass(10_001);
  disk.fails = true;
  expect([await free(), store.health().state]).toEqual([5, 'failing']);
});

test('quarantine and old databases are removed only when space is short', async () => {
  const { folder, disk, store } = await onDisk({ floorBytes: 50_000 });
  const { quarantine } = layoutOf(folder);
  await writeFile(`${quarantine}/damaged`, 'damaged');
  await store.makeSpace(size);
  expect(await readdir(quarantine)).toEqual(['damaged']);
  disk.freeBytes = 0;
  await store.makeSpace(size);
  expect(await readdir(quarantine)).toEqual([]);
});

test('a disk has space again when the reserve is back and the floor is free', async () => {
  const { folder, disk, store } = await onDisk({ floorBytes: 50_000, ballastBytes: 20_000 });
  const { ballast } = layoutOf(folder);
  expect(existsSync(ballast)).toBe(true);
  await store.close();
  await rm(ballast);
  disk.freeBytes = 0;
  const fs: FileSystem = {
    ...realFileSystem,
    space: async () => ({ freeBytes: disk.freeBytes, totalBytes: 2_000_000 }),
  };
  const again = await opened(folder, { fs, limits: { floorBytes: 50_000, ballastBytes: 20_000 } });
  expect(await again.store.makeSpace(size)).toBe(false);
  const afterReclaim = async (freeBytes: number) => {
    disk.freeBytes = freeBytes;
    await again.store.reclaim();
    return [existsSync(ballast), again.store.health().state];
  };
  expect(await afterReclaim(89_999)).toEqual([false, 'full']);
  expect(await afterReclaim(90_000)).toEqual([true, 'good']);
  disk.freeBytes = 0;
  await again.store.makeSpace(size);
  expect(await afterReclaim(49_999)).toEqual([true, 'full']);
  expect(await afterReclaim(50_000)).toEqual([true, 'good']);
});

test('a disk that has space again is reported and has its reserve back without a download', async () => {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const disk = { freeBytes: 1_000_000, isFull: false };
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      if (disk.isFull && path.endsWith('.new'))
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return realFileSystem.open(path, flags);
    },
    space: async () => ({ freeBytes: disk.freeBytes, totalBytes: 2_000_000 }),
  };
  const { store } = await opened(folder, { fs, clock, limits: { floorBytes: 50_000, ballastBytes: 20_000 } });
  disk.isFull = true;
  disk.freeBytes = 0;
  await expect(store.stage(editionOf(['a']))).rejects.toMatchObject({ code: 'disk-full' });
  const state = () => [existsSync(layoutOf(folder).ballast), store.health().state];
  expect(state()).toEqual([false, 'full']);
  await clock.advance(60 * 60_000);
  expect(state()).toEqual([false, 'full']);
  disk.isFull = false;
  disk.freeBytes = 1_000_000;
  await clock.advance(10 * 60_000);
  await expect.poll(state).toEqual([true, 'good']);
});

test('a reclaim in an unchanged state reads nothing', async () => {
  const folder = await temporaryFolder();
  let looks = 0;
  const fs: FileSystem = {
    ...realFileSystem,
    readdir: async (path) => {
      looks++;
      return realFileSystem.readdir(path);
    },
  };
  const { store } = await opened(folder, { fs });
  await show(store, ['a']);
  await store.reclaim();
  looks = 0;
  await store.reclaim();
  expect(looks).toBe(0);
  store.keep('1', []);
  await store.reclaim();
  expect(looks).toBeGreaterThan(0);
});

test('a stale pointer is repaired before its edition is swept', async () => {
  const folder = await temporaryFolder();
  let fails = false;
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      if (fails && path.endsWith('current.json.new')) throw Object.assign(new Error('io'), { code: 'EIO' });
      return realFileSystem.open(path, flags);
    },
  };
  const first = await opened(folder, { fs });
  await show(first.store, ['a']);
  await show(first.store, ['b']);
  fails = true;
  await expect(show(first.store, ['c'])).rejects.toMatchObject({ code: 'disk-error' });
  fails = false;
  await first.store.reclaim();
  await first.store.close();
  await writeFile(layoutOf(folder).database, 'lost');
  const { store } = await opened(folder);
  expect(store.editions().map(({ state }) => state)).toEqual(['active', 'previous']);
});

test('files are deleted first on a disk too full to delete rows', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  await store.put([await finishedPart(store.partsFolder, 'a')]);
  const rows: string[][] = [];
  const bindings = {
    drop: (sha256s: readonly string[]) => {
      if (isOnDisk(folder, 'a')) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      rows.push([...sha256s]);
      return sha256s.length;
    },
  };
  const needs = { fs: realFileSystem, layout: layoutOf(folder), bindings };
  await removeObjects(needs, []);
  expect([isOnDisk(folder, 'a'), rows]).toEqual([true, []]);
  await removeObjects(needs, [sha256Of(bytesOf('a'))]);
  expect([isOnDisk(folder, 'a'), rows]).toEqual([false, [[sha256Of(bytesOf('a'))]]]);

  // Any other failure leaves the file where it is.
  await store.put([await finishedPart(store.partsFolder, 'b')]);
  const failing = {
    drop: () => {
      throw Object.assign(new Error('io'), { code: 'SQLITE_IOERR_WRITE' });
    },
  };
  const removal = removeObjects({ ...needs, bindings: failing }, [sha256Of(bytesOf('b'))]);
  await expect(removal).rejects.toThrow('io');
  expect(isOnDisk(folder, 'b')).toBe(true);
});

test('a file that the disk does not remove keeps no other one', async () => {
  const folder = await temporaryFolder();
  const names = ['a', 'b', 'c', 'd'];
  const sha256s = names.map((name) => sha256Of(bytesOf(name))).toSorted();
  const fs: FileSystem = {
    ...realFileSystem,
    unlink: async (path) => {
      if (path.endsWith(sha256s[0] ?? '')) throw Object.assign(new Error('unclean'), { code: 'EUCLEAN' });
      await realFileSystem.unlink(path);
    },
  };
  const { store } = await opened(folder);
  for (const name of names) await store.put([await finishedPart(store.partsFolder, name)]);
  let dropped = 0;
  const bindings = {
    drop: (all: readonly string[]) => {
      dropped += all.length;
      return all.length;
    },
  };
  const removal = removeObjects({ fs, layout: layoutOf(folder), bindings }, sha256s);
  await expect(removal).rejects.toMatchObject({ code: 'EUCLEAN' });
  expect(dropped).toBe(names.length);
  expect(names.filter((name) => isOnDisk(folder, name))).toHaveLength(1);
});
