import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { openStore } from '../../src/main/store/store.ts';
import { manualClock, smallLimits, temporaryFolder } from '../store/support/folder.ts';
import { holdLock } from '../store/support/hold-lock.ts';
import { before, plainStore, playing } from '../store/support/power-cuts.ts';
import { activeForReaders } from '../store/support/soundness.ts';
import { reportRow } from '../support/report-row.ts';
import { without } from '../support/without.ts';

type DiskErrors = typeof import('../../src/main/ground/disk-errors.ts');

test('row 39 · the database is locked by another process: the player waits, names it, and deletes nothing', async () => {
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

test('row 39 · control: a lock mistaken for damage sets the database aside', async () => {
  const { openStore } = await without('ground/disk-errors.ts', ({ asDiskError }: DiskErrors) => ({
    asDiskError: (thrown, doing) => {
      const error = asDiskError(thrown, doing);
      return error.code === 'database-locked' ? Object.assign(error, { code: 'database-damaged' }) : error;
    },
  }));
  const folder = await temporaryFolder();
  await playing(folder);
  const holder = await holdLock(layoutOf(folder).database);
  const store = await openStore({
    dataDir: folder,
    clock: manualClock(),
    log: createLog(() => undefined),
    limits: smallLimits,
  });
  await store.close();
  expect((await readdir(folder)).filter((name) => name.startsWith('vitrine.db.aside-'))).not.toEqual([]);
  await holder.release();
  reportRow(39, { negativeControl: true });
});

test('row 39 · a lock that ends within the wait does no harm', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const holder = await holdLock(layoutOf(folder).database, 50);
  const store = await openStore({
    dataDir: folder,
    clock: manualClock(),
    log: createLog(() => undefined),
    limits: { ...smallLimits, busyMs: 60_000 },
  });
  expect(store.active()?.edition.id).toBe(before.id);
  await store.close();
  await holder.release();
});
