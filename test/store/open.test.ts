import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { lockEarly } from '../../src/main/store/lock.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { before, playing } from './support/power-cuts.ts';
import { show } from './support/shows.ts';

const recovered = ({ store }: Awaited<ReturnType<typeof opened>>) =>
  store.health().recovered.map(({ what }) => what.code);

test('a new data folder has nothing to recover', async () => {
  const folder = await temporaryFolder();
  expect(recovered(await opened(folder))).toEqual([]);
});

test('a lost or unusable database is rebuilt and reported, and other users cannot read it', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const { database } = layoutOf(folder);
  await writeFile(database, 'x'.repeat(5_000), { mode: 0o644 });
  const again = await opened(folder);
  expect(recovered(again)).toEqual(['store.recovered.aside', 'store.recovered.rebuilt']);
  expect(again.store.active()?.edition.id).toBe(before.id);
  expect(statSync(database).mode & 0o077).toBe(0);
});

test('a folder that fails after locking is released, and the show plays from memory', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const fs: FileSystem = {
    ...realFileSystem,
    stat: async (path) => {
      if (path === layoutOf(folder).database) throw Object.assign(new Error('io'), { code: 'EIO' });
      return realFileSystem.stat(path);
    },
  };
  const standing = { now: () => 1_000, monotonic: () => 0, sinceBoot: () => 0, after: () => () => undefined };
  let locked = 0;
  const first = await opened(folder, { fs, clock: standing, onLocked: () => locked++ });
  expect(first.store.health().state).toBe('read-only');
  expect(first.store.active()?.edition.id).toBe(before.id);
  expect(locked).toBeGreaterThan(0);
  const { store } = await opened(folder);
  await show(store, ['now']);
});

test('a lock that was taken early is the store’s from then on', async () => {
  const folder = join(await temporaryFolder(), 'not there yet');
  const lock = lockEarly(folder, 0);
  await lock;
  await expect(lockEarly(folder, 0)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  const { store } = await opened(folder, { lock });
  await expect(opened(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  await store.close();
  (await lockEarly(folder, 0)).release();
});

test('an early lock is free again after a start on a full disk, so that the store moves there later', async () => {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  let isFull = true;
  const fs: FileSystem = {
    ...realFileSystem,
    mkdir: async (path) => {
      if (isFull && path !== folder) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      await realFileSystem.mkdir(path);
    },
  };
  const { store } = await opened(folder, { fs, clock, lock: lockEarly(folder, 0) });
  expect(store.health().state).toBe('read-only');
  isFull = false;
  await clock.advance(60_000);
  await expect.poll(() => store.health().state).toBe('good');
});

test('a folder that another player holds is rejected, also with an early lock', async () => {
  const folder = await temporaryFolder();
  const other = await lockEarly(folder, 0);
  const lock = lockEarly(folder, 0);
  lock.catch(() => undefined);
  await expect(opened(folder, { lock })).rejects.toMatchObject({ code: 'data-folder-in-use' });
  other.release();
});
