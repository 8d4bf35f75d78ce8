import { readFileSync } from 'node:fs';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { before, plainStore, playing, update } from '../store/support/power-cuts.ts';
import { showing } from '../store/support/showings.ts';
import { activeForReaders, expectSound } from '../store/support/soundness.ts';
import { reportRow } from '../support/report-row.ts';

/** Ways to damage a database. Each gets a folder in which `before` plays. */
const damages: readonly (readonly [
  what: string,
  damage: (database: string) => Promise<void>,
  setAside: boolean,
])[] = [
  ['garbage', (path) => writeFile(path, 'x'.repeat(20_000)), true],
  ['cut in the middle of a page', (path) => truncate(path, 10_000), true],
  ['empty', (path) => truncate(path, 0), false],
  ['gone', (path) => rm(path), false],
  ['a page of noise in the middle', scribble, true],
  ['the database of another program', foreign, true],
];

async function scribble(path: string): Promise<void> {
  const bytes = readFileSync(path);
  for (let page = 2; page < bytes.length / 4_096; page += 3)
    bytes.fill(0x5a, page * 4_096, page * 4_096 + 4_096);
  await writeFile(path, bytes);
}

async function foreign(path: string): Promise<void> {
  await rm(path);
  const Sqlite = await loadSqlite();
  const database = new Sqlite(path);
  database.exec('CREATE TABLE recipes (name TEXT)');
  database.close();
}

test.each(
  damages,
)('row 38 · database is %s: set aside, rebuilt from sidecar and objects', async (_what, damage, aside) => {
  const folder = await temporaryFolder();
  await playing(folder);
  await damage(layoutOf(folder).database);

  // Reading commands see the show before any repair, and repair nothing themselves.
  const untouched = await readdir(folder);
  expect(await activeForReaders(folder)).toBe(before.id);
  expect(await readdir(folder)).toEqual(untouched);

  const { store } = await opened(folder);
  expect(store.active()).toMatchObject({ edition: before, complete: true });
  expect(store.bindKnown(before)).toEqual([]);
  await expectSound(folder, store, [before]);
  expect((await readdir(folder)).some((name) => name.startsWith('vitrine.db.aside-'))).toBe(aside);
  expect(store.health().recovered.length).toBeGreaterThan(0);
  await update(store);
  expect(store.active()?.complete).toBe(true);
  await store.close();
});

test('row 38 · control: without sidecars there is nothing to rebuild from', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  await writeFile(layoutOf(folder).database, 'x'.repeat(20_000));
  await rm(layoutOf(folder).editions, { recursive: true });
  const { store } = await opened(folder);
  expect(store.active()).toBeNull();
  reportRow(38, { negativeControl: true });
});

test('row 38 · with the pointer missing or torn too, the newest manifest plays', async () => {
  for (const spoil of [
    (path: string) => rm(path),
    (path: string) => truncate(path, 30),
    (path: string) => truncate(path, 0),
  ]) {
    const folder = await temporaryFolder();
    await playing(folder);
    await writeFile(layoutOf(folder).database, '');
    await spoil(layoutOf(folder).pointer);
    const { store } = await opened(folder);
    expect(store.active()?.edition.id).toBe(before.id);
    expect(store.bindKnown(before)).toEqual([]);
  }
});

test('row 38 · damage found during a run is repaired while the show goes on', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  await manyShowings(layoutOf(folder).database, 150_000);
  const { store } = await opened(folder);
  await scribble(layoutOf(folder).database);
  // More rows than the connection caches: reading them meets the damage.
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  expect(store.active()?.edition.id).toBe(before.id);

  await update(store);
  expect(store.active()?.complete).toBe(true);
  await expectSound(folder, store, [before]);
  expect(store.health().recovered.map(({ what }) => what.code)).toContain('store.recovered.damaged');
  store.proof.start(showing(999_999));
  expect([...store.proof.iterate()].at(-1)?.id).toBe(showing(999_999).id);
  await store.close();
  expect(await activeForReaders(folder)).toBe(store.active()?.edition.id);
});

async function manyShowings(path: string, count: number): Promise<void> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(path);
  const insert = database.prepare(
    "INSERT INTO showing VALUES (?, ?, '1', 'entry', 'a', 'edition', ?, ?, 'completed', NULL, NULL, NULL, NULL, NULL)",
  );
  database.transaction(() => {
    for (let number = 1; number <= count; number++) {
      const { id, startedAt } = showing(number);
      insert.run(number, id, startedAt, startedAt + 10_000);
    }
  })();
  database.close();
}

test('row 38 · readable proof of play is kept', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await plainStore(folder);
  for (let number = 1; number <= 5; number++) {
    first.proof.start(showing(number));
    if (number < 5)
      first.proof.end(showing(number).id, showing(number).startedAt + 10_000, 'completed', null);
  }
  await first.close();
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  raw.pragma('user_version = 9999');
  raw.close();
  const { store } = await opened(folder);
  await store.reclaim();
  expect([...store.proof.iterate()].map(({ outcome }) => outcome)).toEqual([
    ...['completed', 'completed', 'completed', 'completed', 'interrupted'],
  ]);
});
