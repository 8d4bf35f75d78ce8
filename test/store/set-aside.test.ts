import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FileSystem } from '../../src/main/ground/fs.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { asideName, dropOldestAside, moveAside } from '../../src/main/store/repair/set-aside.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { NotingDisk } from './support/noting-disk.ts';

const start = Date.UTC(2026, 0, 31, 23, 59, 58);

async function setAside(fs: FileSystem, layout: ReturnType<typeof layoutOf>, now: number): Promise<string> {
  const aside = await asideName(fs, layout, now);
  await moveAside(fs, layout, aside);
  await dropOldestAside(fs, layout);
  return aside;
}

async function damagedTimes(folder: string, times: number): Promise<void> {
  const layout = layoutOf(folder);
  for (let time = 0; time < times; time++) {
    await writeFile(layout.database, `damage ${time}`);
    await writeFile(`${layout.database}-wal`, '');
    // Two in each second.
    await setAside(realFileSystem, layout, start + Math.floor(time / 2) * 1_000);
  }
}

const asideIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.includes('.aside-')).sort();

test('repeated damage does not fill the disk with databases set aside', async () => {
  const folder = await temporaryFolder();
  await damagedTimes(folder, 8);
  expect(await asideIn(folder)).toEqual(
    ['20260201T000000Z-2', '20260201T000001Z', '20260201T000001Z-2']
      .flatMap((stamp) => [`vitrine.db.aside-${stamp}`, `vitrine.db.aside-${stamp}-wal`])
      .sort(),
  );
});

test('only the newest database set aside stays when space is short', async () => {
  const folder = await temporaryFolder();
  await damagedTimes(folder, 3);
  const { store } = await opened(folder, { limits: { quotaBytes: 1_000 } });
  expect(await store.makeSpace(5_000)).toBe(false);
  expect(await asideIn(folder)).toEqual([
    'vitrine.db.aside-20260131T235959Z',
    'vitrine.db.aside-20260131T235959Z-wal',
  ]);
});

test('the new name is durable, and a disk that cannot delete does not prevent it', async () => {
  const folder = await temporaryFolder();
  await damagedTimes(folder, 4);
  const disk = new NotingDisk();
  disk.refuses = (call) => (call.startsWith('unlink') ? 'EROFS' : null);
  const layout = layoutOf(folder);
  await writeFile(layout.database, 'damage');
  expect(await setAside(disk.fs, layout, start + 5_000)).toBe(`${layout.database}.aside-20260201T000003Z`);
  expect(disk.notes.slice(0, 5)).toEqual([
    ...['-wal', '-shm', '-journal', ''].map((suffix) => `rename vitrine.db${suffix}`),
    'flush folder',
  ]);
  expect(disk.isBusy).toBe(false);
  expect(disk.tooEarly).toEqual([]);
  expect(await asideIn(folder)).toHaveLength(7);
});
