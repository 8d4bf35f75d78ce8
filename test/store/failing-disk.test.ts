import { mkdir, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { before, playing } from './support/power-cuts.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

describe('a disk that fails while opening', () => {
  test('sets a folder in the place of the database aside', async () => {
    const folder = await temporaryFolder();
    await playing(folder);
    await rm(layoutOf(folder).database);
    await mkdir(layoutOf(folder).database);
    const { store } = await opened(folder);
    expect(store.active()?.edition.id).toBe(before.id);
    expect(store.bindKnown(before)).toEqual([]);
  });

  test('replaces a damaged lock', async () => {
    const folder = await temporaryFolder();
    await playing(folder);
    await writeFile(layoutOf(folder).lock, 'x'.repeat(5_000));
    const { store } = await opened(folder);
    expect(store.active()?.edition.id).toBe(before.id);
    await expect(opened(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  });

  test('plays the show from memory when nothing can be created', async () => {
    const folder = await temporaryFolder();
    await playing(folder);
    const fs: FileSystem = {
      ...realFileSystem,
      mkdir: async () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    };
    const { store, lines } = await opened(folder, { fs, clock: new ManualClock() });
    expect(store.active()).toMatchObject({ edition: { id: before.id }, complete: true });
    expect(store.bindKnown(before)).toEqual([]);
    expect(store.health().state).toBe('read-only');
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});

test('unwritten state counts until the next start', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  const edition = await show(first.store, ['a']);
  await first.store.close();
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  for (const [table, verb] of ['setting', 'attempt', 'strike'].flatMap((name) => [
    [name, 'INSERT'],
    [name, 'DELETE'],
  ])) {
    raw.exec(
      `CREATE TRIGGER no_${table}_${verb} BEFORE ${verb} ON ${table} BEGIN SELECT raise(ABORT, 'full'); END`,
    );
  }
  raw.close();

  const { store } = await opened(folder);
  const attempt: AttemptRecord = {
    source,
    marker: 'm',
    mediaFileId: 'a',
    attempts: 1,
    refusals: 0,
    firstAt: 1,
    lastProgressAt: 1,
    nextTryAt: 2,
    failed: false,
    code: 'c',
    message: message('postponed'),
  };
  store.saveAttempt(attempt);
  expect(store.attempt(source, 'm')).toEqual(attempt);
  store.clearAttempt(source, 'm');
  expect(store.attempt(source, 'm')).toBeNull();
  store.cmsRetryAfter.set(99);
  expect(store.cmsRetryAfter.until()).toBe(99);
  store.cmsRetryAfter.set(null);
  expect(store.cmsRetryAfter.until()).toBeNull();
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  expect(store.holdings(edition).putAside.size).toBe(1);
  store.useSource('another');
  expect(store.active()).toBeNull();
  expect(store.health().state).toBe('failing');
});

test('unwritten state is written as soon as the disk accepts writes again', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  const edition = await show(first.store, ['a']);
  await first.store.close();
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  for (const table of ['setting', 'attempt', 'strike']) {
    raw.exec(`CREATE TRIGGER no_${table} BEFORE INSERT ON ${table} WHEN NOT EXISTS (SELECT 1 FROM showing)
      BEGIN SELECT raise(ABORT, 'full'); END`);
  }
  raw.close();
  const { store } = await opened(folder);
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  store.cmsRetryAfter.set(99);
  store.proof.start(showing(1));
  await store.close();
  const again = await opened(folder);
  expect([...again.store.holdings(edition).putAside.keys()]).toEqual(['a']);
  expect(again.store.cmsRetryAfter.until()).toBe(99);
});
