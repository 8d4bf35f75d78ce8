import { existsSync } from 'node:fs';
import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import type { Store } from '../../src/main/store/store.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, sha256Of } from './support/parts.ts';
import { show } from './support/shows.ts';

const object = (folder: string, name: string) => objectPath(folder, sha256Of(bytesOf(name)));

/** A folder in which `before` was shown and `now` is, after this was done to it, opened again. */
async function after(
  change: (folder: string) => Promise<void>,
  { before, now }: { readonly before: readonly string[]; readonly now: readonly string[] },
) {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  await show(first.store, before);
  const edition = await show(first.store, now);
  await first.store.close();
  await change(folder);
  const { store, lines } = await opened(folder);
  const reported = lines.map(({ message }) => message);
  return { folder, edition, store, reported };
}

const lost = 'Objects are missing or truncated; downloading them again';
const complete = (store: Store) => store.active()?.complete;

test('a row without its file is removed, and its edition becomes incomplete', async () => {
  const { store, edition, reported } = await after((folder) => rm(object(folder, 'a')), {
    before: ['c'],
    now: ['a', 'b'],
  });
  expect([complete(store), store.storage().objects, store.bindKnown(edition)]).toEqual([false, 2, ['a']]);
  expect(reported).toContain(lost);
});

test('two editions that lost objects both become incomplete', async () => {
  const { store } = await after(
    async (folder) => {
      await rm(object(folder, 'a'));
      await rm(object(folder, 'c'));
    },
    { before: ['c'], now: ['a', 'b'] },
  );
  expect([complete(store), store.storage().objects]).toEqual([false, 1]);
});

test('a loss of the previous edition leaves the active one complete', async () => {
  const { store, reported } = await after((folder) => rm(object(folder, 'c')), { before: ['c'], now: ['a'] });
  expect([complete(store), store.storage().objects]).toEqual([true, 1]);
  expect(reported).toContain(lost);
});

test('a truncated or enlarged file on screen is removed with its row', async () => {
  const { folder, store, edition } = await after(
    async (folder) => {
      await truncate(object(folder, 'a'), 3);
      await appendFile(object(folder, 'b'), 'more');
    },
    { before: ['c'], now: ['a', 'b'] },
  );
  expect([complete(store), store.bindKnown(edition).toSorted()]).toEqual([false, ['a', 'b']]);
  expect([existsSync(object(folder, 'a')), existsSync(object(folder, 'b'))]).toEqual([false, false]);
});

test('a file without a row is adopted when its bytes prove its name, and removed when they do not', async () => {
  const { folder, store, edition, reported } = await after(
    async (folder) => {
      const Sqlite = await loadSqlite();
      const database = new Sqlite(layoutOf(folder).database);
      database.pragma('foreign_keys = ON');
      database.prepare('DELETE FROM object').run();
      database.close();
      await writeFile(object(folder, 'b'), 'other bytes');
    },
    { before: ['c'], now: ['a', 'b'] },
  );
  expect(store.bindKnown(edition)).toEqual(['b']);
  expect(store.storage()).toMatchObject({ objects: 2, bytes: 4_000 });
  expect(existsSync(object(folder, 'b'))).toBe(false);
  expect(reported).toContain('Found objects without a row');
});

test('a file without a line in the ledger is removed, whatever its bytes', async () => {
  const { folder, store } = await after(
    async (folder) => {
      await mkdir(dirname(object(folder, 'unknown')), { recursive: true });
      await writeFile(object(folder, 'unknown'), bytesOf('unknown'));
    },
    { before: ['c'], now: ['a'] },
  );
  expect(existsSync(object(folder, 'unknown'))).toBe(false);
  expect([store.health().state, store.storage().objects]).toEqual(['good', 2]);
});

test('a sound folder gives no log line', async () => {
  const { store, reported } = await after(async () => undefined, { before: ['c'], now: ['a'] });
  expect([reported, complete(store)]).toEqual([[], true]);
});
