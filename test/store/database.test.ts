import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { currentVersion } from '../../src/main/store/migrations/index.ts';
import { applicationId, openDatabase } from '../../src/main/store/open-database.ts';
import { damageIndex, damageProof } from './support/damage.ts';
import { openBelow, opened, temporaryFolder } from './support/folder.ts';
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

describe('a full disk', () => {
  /** Takes no more than some pages beyond what is there now. */
  async function almostFull() {
    const path = join(await temporaryFolder(), 'vitrine.db');
    const database = await openDatabase(path);
    onTestFinished(() => database.close());
    const keep = (key: string, kilobytes: number) =>
      database.run('INSERT INTO setting VALUES (?, ?)', key, 'x'.repeat(kilobytes * 1024));
    for (let number = 0; number < 20; number++) keep(`earlier ${number}`, 100);
    const { page_count: pages } = database.get<{ page_count: number }>('PRAGMA page_count') ?? {
      page_count: 0,
    };
    const mayTake = (more: number) => database.get(`PRAGMA max_page_count = ${pages + more}`);
    mayTake(10);
    const kept = () =>
      database.all<{ key: string }>("SELECT key FROM setting WHERE key NOT LIKE 'earlier %'");
    const journalBytes = () => statSync(`${path}-wal`).size;
    return { database, keep, kept, mayTake, journalBytes };
  }

  test('releases the reserve, empties the journal and retries the write', async () => {
    const { database, keep, kept, mayTake, journalBytes } = await almostFull();
    expect(journalBytes()).toBeGreaterThan(1_500_000);
    let requested = 0;
    database.onFull = () => {
      requested++;
      mayTake(1_000);
    };
    keep('small', 1);
    expect(requested).toBe(0);
    keep('large', 500);
    expect([requested, kept().length]).toEqual([1, 2]);
    expect(journalBytes()).toBeLessThan(700_000);
    expect(database.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 16 });
    database.beLavish();
    expect(database.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 1_000 });
  });

  test('fails the write with an error when there is no reserve', async () => {
    const { database, keep, kept } = await almostFull();
    let requested = 0;
    database.onFull = () => requested++;
    expect(() => keep('large', 500)).toThrow(expect.objectContaining({ code: 'disk-full' }));
    expect([requested, kept().length]).toEqual([1, 0]);
  });

  test('does not retry other failures', async () => {
    const { database, keep } = await almostFull();
    let requested = 0;
    database.onFull = () => requested++;
    keep('once', 1);
    expect(() => keep('once', 1)).toThrow(expect.objectContaining({ code: 'disk-error' }));
    expect(requested).toBe(0);
  });
});

test('a transaction is written as a whole or not at all', async () => {
  const database = await openDatabase(':memory:');
  const keep = (key: string) => database.run("INSERT INTO setting VALUES (?, '')", key);
  const keys = () => database.all<{ key: string }>('SELECT key FROM setting').map(({ key }) => key);
  expect(() =>
    database.write(() => {
      keep('first');
      database.write(() => keep('second'));
      throw new Error('a mistake');
    }),
  ).toThrow('a mistake');
  expect(keys()).toEqual([]);
  database.write(() => {
    keep('first');
    database.write(() => keep('second'));
  });
  expect(keys()).toEqual(['first', 'second']);
  database.close();
});

test('only damage is reported to the repair', async () => {
  const path = join(await temporaryFolder(), 'vitrine.db');
  (await openDatabase(path)).close();
  await damageProof(path);
  const database = await openDatabase(path);
  let damages = 0;
  database.onDamaged = () => damages++;
  expect(() => database.run("INSERT INTO setting VALUES ('no value', NULL)")).toThrow();
  expect(damages).toBe(0);
  expect(() => database.all('SELECT * FROM showing ORDER BY started_at')).toThrow();
  expect(damages).toBe(1);
  database.close();
});

test('damage in tables that the show needs is found at opening, and the file is closed', async () => {
  const path = join(await temporaryFolder(), 'vitrine.db');
  (await openDatabase(path)).close();
  await damageIndex(path, 'binding_by_object');
  await expect(openDatabase(path)).rejects.toMatchObject({ code: 'database-damaged' });
  expect(openBelow(dirname(path))).toEqual([]);
});

test('the file of another program is not touched', async () => {
  const path = join(await temporaryFolder(), 'vitrine.db');
  const Sqlite = await loadSqlite();
  const other = new Sqlite(path);
  other.exec('CREATE TABLE theirs (x)');
  other.close();
  await expect(openDatabase(path)).rejects.toMatchObject({ code: 'database-foreign' });
  const again = new Sqlite(path);
  expect(again.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['theirs']);
  again.close();
});

test('the database uses only its file and a small journal', async () => {
  const folder = await temporaryFolder();
  const database = await openDatabase(join(folder, 'vitrine.db'));
  database.run("INSERT INTO setting VALUES ('key', 'value')");
  expect(readdirSync(folder).toSorted()).toEqual(['vitrine.db', 'vitrine.db-wal']);
  expect(database.get('PRAGMA temp_store')).toEqual({ temp_store: 2 });
  expect(database.get('PRAGMA journal_size_limit')).toEqual({ journal_size_limit: 4 * 1024 * 1024 });
  database.close();
});

test('every table is STRICT', async () => {
  const database = await openDatabase(':memory:');
  const loose = database.all(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite%'",
  );
  expect(loose).toEqual([]);
  database.close();
});

test('a Node that the database module would crash is rejected with an error', async () => {
  const versions = vi.spyOn(process, 'versions', 'get');
  onTestFinished(() => versions.mockRestore());
  versions.mockReturnValue({ ...process.versions, napi: '9' });
  await expect(loadSqlite()).rejects.toMatchObject({ code: 'node-too-old', kind: 'usage' });
});

test('a failed transaction leaves cached results unchanged', async () => {
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

test('a data folder that cannot be created is rejected with an error', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(opened(join(folder, 'file'))).rejects.toMatchObject({ code: 'data-folder-wrong' });
  rmSync(join(folder, 'file'));
});

test('other users cannot read the stored files', async () => {
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
