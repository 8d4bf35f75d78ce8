import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { currentVersion } from '../../src/main/store/migrations/index.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { before, playing } from '../store/support/power-cuts.ts';
import { activeForReaders } from '../store/support/soundness.ts';
import { reportRow } from '../support/report-row.ts';

test('row 40 · a database from a newer version is set aside whole, and the show plays from the sidecar', async () => {
  const Sqlite = await loadSqlite();
  const folder = await temporaryFolder();
  await playing(folder);
  const newer = new Sqlite(layoutOf(folder).database);
  newer.exec('CREATE TABLE hologram (id TEXT) STRICT; ALTER TABLE slot ADD COLUMN depth REAL');
  newer.pragma(`user_version = ${currentVersion + 1}`);
  newer.close();

  expect(await activeForReaders(folder)).toBe(before.id);
  const { store } = await opened(folder);
  expect(store.active()).toMatchObject({ edition: { id: before.id }, complete: true });
  expect(store.bindKnown(before)).toEqual([]);

  const [aside = ''] = (await readdir(folder)).filter((name) => name.startsWith('vitrine.db.aside-'));
  const kept = new Sqlite(join(folder, aside));
  expect(kept.pragma('user_version', { simple: true })).toBe(currentVersion + 1);
  expect(kept.prepare('SELECT count(*) FROM slot').pluck().get()).toBe(1);
  kept.close();

  // Negative control: without the sidecars there is nothing to play.
  const bare = await temporaryFolder();
  await playing(bare);
  const again = new Sqlite(layoutOf(bare).database);
  again.pragma(`user_version = ${currentVersion + 1}`);
  again.close();
  await rm(layoutOf(bare).editions, { recursive: true });
  expect((await opened(bare)).store.active()).toBeNull();
  reportRow(40, { negativeControl: true });
});
