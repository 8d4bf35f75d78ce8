import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadSqlite } from '../../src/main/sqlite.ts';
import { applicationId, openDatabase } from '../../src/main/store/database.ts';
import { currentVersion } from '../../src/main/store/migrations/index.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { show } from './support/shows.ts';

test('every open asserts WAL, full synchronisation, foreign keys, our mark and version', async () => {
  const path = join(await temporaryFolder(), 'vitrine.db');
  for (let time = 0; time < 2; time++) {
    const database = await openDatabase(path);
    const pragma = (name: string): unknown => Object.values(database.get<object>(`PRAGMA ${name}`) ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('application_id')).toBe(applicationId);
    expect(pragma('user_version')).toBe(currentVersion);
    database.close();
  }
});

test('every table is STRICT', async () => {
  const database = await openDatabase(':memory:');
  const loose = database.all(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite%'",
  );
  expect(loose).toEqual([]);
  database.close();
});

test('a Node that the database module would crash is refused with a sentence', async () => {
  const versions = vi.spyOn(process, 'versions', 'get');
  onTestFinished(() => versions.mockRestore());
  versions.mockReturnValue({ ...process.versions, napi: '9' });
  await expect(loadSqlite()).rejects.toMatchObject({ code: 'node-too-old', kind: 'usage' });
});

test('a transaction that fails leaves what is answered as it was', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const shown = await show(store, ['a']);
  const Sqlite = await loadSqlite();
  await store.close();
  const raw = new Sqlite(join(folder, 'vitrine.db'));
  raw.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON slot WHEN NEW.state = 'previous' BEGIN SELECT raise(ABORT, 'no'); END",
  );
  raw.close();
  const again = await opened(folder);
  await expect(show(again.store, ['b'])).rejects.toThrow();
  expect(again.store.active()?.edition.id).toBe(shown.id);
  expect(again.store.staged()).not.toBeNull();
});

test('a data folder that cannot be made is refused with a sentence', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(opened(join(folder, 'file'))).rejects.toMatchObject({ code: 'data-folder-wrong' });
  rmSync(join(folder, 'file'));
});

test('nobody else can read what is kept', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  await show(store, ['a']);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const open = names.filter((name) => {
    const stats = statSync(join(folder, name));
    // Objects are what everybody in front of the screen sees; the lock is empty.
    return stats.isFile() && !name.startsWith('objects/') && name !== 'lock.db' && (stats.mode & 0o077) !== 0;
  });
  expect(open).toEqual([]);
});
