import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../../src/main/ground/sqlite.ts';
import { currentVersion, migrate } from '../../../src/main/store/migrations/index.ts';
import { layoutOf } from '../../../src/main/store/objects/layout.ts';
import { applicationId } from '../../../src/main/store/open-database.ts';
import { source } from '../../support/records.ts';
import { opened, temporaryFolder } from '../support/folder.ts';

const fixture = fileURLToPath(new URL('../fixtures/0001.db', import.meta.url));

test('makes every table of version 1 from nothing', async () => {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(':memory:');
  migrate(database, applicationId, 1);
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  expect(tables).toEqual(['attempt', 'binding', 'edition', 'object', 'setting', 'showing', 'slot', 'strike']);
  expect(database.pragma('user_version', { simple: true })).toBe(1);
  database.close();
});

test('a database of version 1 is opened by this program with everything in it', async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  copyFileSync(fixture, layoutOf(folder).database);
  const { store } = await opened(folder);
  expect(store.active()).toMatchObject({ state: 'active', complete: false, edition: { source } });
  expect(store.editions().map(({ state }) => state)).toEqual(['active', 'staged', 'previous']);
  expect(store.attempt(source, 'marker c')).toMatchObject({ mediaFileId: 'c', attempts: 3, failed: true });
  expect(store.cmsRetryAfter.until()).toBe(4_102_444_800_000);
  expect([...store.proof.iterate()].map(({ outcome }) => outcome)).toEqual([
    'completed',
    'failed',
    'interrupted',
  ]);
  const edition = store.active()?.edition;
  expect(edition && [...store.holdings(edition).putAside.keys()]).toEqual(['page']);
  await store.close();

  const Sqlite = await loadSqlite();
  const database = new Sqlite(layoutOf(folder).database);
  expect(database.pragma('user_version', { simple: true })).toBe(currentVersion);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
});
