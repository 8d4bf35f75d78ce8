import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { layoutOf } from '../../src/main/store/layout.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { holdLock } from '../store/support/hold-lock.ts';
import { before, plainStore, playing } from '../store/support/power-cuts.ts';
import { activeForReaders } from '../store/support/soundness.ts';

test('row 39 · the database is locked by another process: waits, then says who, and deletes nothing', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const holder = await holdLock(layoutOf(folder).database);
  const names = await readdir(folder);

  await expect(plainStore(folder)).rejects.toMatchObject({
    code: 'database-locked',
    kind: 'temporary',
    message: expect.stringContaining(`process ${holder.pid}`),
  });
  expect(await readdir(folder)).toEqual(names);
  expect(await activeForReaders(folder)).toBe(before.id);

  await holder.release();
  const store = await plainStore(folder);
  expect(store.active()?.edition.id).toBe(before.id);
  await store.close();
});

test('row 39 · a lock that ends within the wait does no harm', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const holder = await holdLock(layoutOf(folder).database, 50);
  const store = await plainStore(folder);
  expect(store.active()?.edition.id).toBe(before.id);
  await store.close();
  await holder.release();
});
