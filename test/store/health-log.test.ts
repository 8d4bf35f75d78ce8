import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { HealthLog } from '../../src/main/store/health-log.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { readStore } from '../../src/main/store/read.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { opened, temporaryFolder } from './support/folder.ts';

const change = (at: number, verdict: 'well' | 'attention' | 'dark' = 'well') => ({
  at,
  verdict,
  sentence: verbatim(`It is ${verdict}.`),
  reasons: verdict === 'well' ? [] : ['reviving'],
});

test('each change ends the one before it; the newest come first', async () => {
  const { store } = await opened(await temporaryFolder());
  store.healthLog.add(change(1000));
  store.healthLog.add(change(5000, 'dark'));
  // Somebody has set the clock back.
  store.healthLog.add(change(4000));
  expect(store.healthLog.rows(10)).toEqual([
    { ...change(4000), endedAt: null },
    { ...change(5000, 'dark'), endedAt: 5000 },
    { ...change(1000), endedAt: 5000 },
  ]);
  expect(store.healthLog.rows(1)).toHaveLength(1);
  await store.close();
});

test('the log is bounded to 10,000 rows', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  store.healthLog.add(change(0));
  await store.close();
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  const insert = raw.prepare(
    "INSERT INTO health (at, verdict, sentence, reasons) VALUES (?, 'well', '', '[]')",
  );
  raw.transaction(() => {
    for (let at = 1; at < 10_000; at++) insert.run(at);
  })();
  raw.close();
  const again = (await opened(folder)).store;
  expect(again.healthLog.rows(20_000)).toHaveLength(10_000);
  again.healthLog.add(change(10_000));
  const rows = again.healthLog.rows(20_000);
  expect([rows.length, rows[0]?.at, rows.at(-1)?.at]).toEqual([10_000, 10_000, 1]);
  await again.close();
});

test('a row left open by a crash ends with the last sign of life, also for readers without a player', async () => {
  const folder = await temporaryFolder();
  const first = (await opened(folder)).store;
  first.healthLog.add(change(1000, 'dark'));
  await first.close();
  const { store } = await opened(folder);
  expect(store.healthLog.rows(10)[0]?.endedAt).toBeGreaterThanOrEqual(1000);
  await store.close();
  const read = await readStore(folder);
  expect(read.health(10)).toMatchObject([{ verdict: 'dark', reasons: ['reviving'] }]);
  await read.close();
});

test('the table is added to a database of version 1, which an older program still opens', async () => {
  const folder = await temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const fixture = fileURLToPath(new URL('./fixtures/0001.db', import.meta.url));
  copyFileSync(fixture, layoutOf(folder).database);
  for (let start = 0; start < 2; start++) {
    const { store } = await opened(folder);
    store.healthLog.add(change(start));
    await store.close();
  }
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  expect(raw.pragma('user_version', { simple: true })).toBe(1);
  expect(raw.prepare('SELECT count(*) FROM health').pluck().get()).toBe(2);
  raw.close();
});

test('a change that the disk rejects is written with the next one', async () => {
  const database = await openDatabase(':memory:');
  const failed: string[] = [];
  const log = new HealthLog({ database, health: { failed: ({ code }) => failed.push(code) } });
  const write = database.write.bind(database);
  database.write = () => {
    throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  };
  log.add(change(1000));
  log.add(change(2000, 'dark'));
  database.write = write;
  log.add(change(3000));
  expect(failed).toEqual(['disk-full', 'disk-full']);
  expect(log.rows(10).map(({ at, endedAt }) => [at, endedAt])).toEqual([
    [3000, null],
    [2000, 3000],
    [1000, 2000],
  ]);
  database.close();
});
