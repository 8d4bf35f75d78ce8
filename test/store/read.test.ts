import { readdirSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { hasActiveEdition, readStore } from '../../src/main/store/read.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, sha256Of } from './support/parts.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

function state(folder: string): unknown {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, statSync(join(folder, name)).size, statSync(join(folder, name)).mtimeMs]);
}

test('a reader beside a running player sees committed rows and writes nothing', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a', 'b']);
  store.proof.start(showing(1));
  const before = state(folder);

  const reader = await readStore(folder);
  expect(reader.damage).toBeNull();
  expect(reader.active()).toMatchObject({ edition: { id: edition.id }, complete: true });
  expect([...reader.holdings(edition).objects.keys()].toSorted()).toEqual(['a', 'b']);
  expect([...reader.proof()]).toHaveLength(1);
  expect(reader.editions()).toHaveLength(1);
  expect(reader.storage()).toMatchObject({ objects: 2, bytes: 4_000 });
  expect(reader.storage().freeBytes).toBeGreaterThan(0);
  await reader.close();
  expect(state(folder)).toEqual(before);
});

test('a reader works without a player and after one was closed', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a']);
  await store.close();
  expect(hasActiveEdition(folder)).toBe(true);
  const before = state(folder);
  const reader = await readStore(folder);
  expect(reader.active()?.edition.id).toBe(edition.id);
  await reader.close();
  expect(state(folder)).toEqual(before);
});

test('a reader sees media files that were put aside', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a']);
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  const reader = await readStore(folder, manualClock());
  expect([...reader.holdings(edition).putAside]).toEqual([['a', 'codec']]);
  await reader.close();
});

test('a reader of a damaged database uses the sidecar, and objects by name and size', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a', 'b']);
  await store.close();
  await writeFile(layoutOf(folder).database, 'x'.repeat(5_000));
  await writeFile(objectPath(folder, sha256Of(bytesOf('a'))), 'cut short');
  const before = state(folder);
  const reader = await readStore(folder);
  expect(reader.damage).toMatchObject({ code: 'database-damaged' });
  expect(reader.active()?.edition.id).toBe(edition.id);
  expect([...reader.holdings(edition).objects.keys()]).toEqual(['b']);
  expect(() => reader.proof()).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  await reader.close();
  expect(state(folder)).toEqual(before);
});

test('a reader accepts a missing or empty folder', async () => {
  const folder = await temporaryFolder();
  for (const path of [folder, join(folder, 'nowhere')]) {
    expect(hasActiveEdition(path)).toBe(false);
    const reader = await readStore(path);
    expect([reader.active(), reader.editions(), [...reader.proof()]]).toEqual([null, [], []]);
    await reader.close();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a torn pointer names no edition', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  await show(store, ['a']);
  await store.close();
  await writeFile(layoutOf(folder).pointer, '00000000 {"format":1}');
  expect(hasActiveEdition(folder)).toBe(false);
  await rm(layoutOf(folder).pointer);
  expect(hasActiveEdition(folder)).toBe(false);
});

test('a reader without space for a copy gives the show, and the reason for the missing proof of play', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const edition = await show(store, ['a']);
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = join(folder, 'nowhere');
  onTestFinished(() => {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  });
  const reader = await readStore(folder);
  expect(reader.damage).toBeNull();
  expect(reader.active()?.edition.id).toBe(edition.id);
  expect(() => reader.proof()).toThrow(expect.objectContaining({ kind: 'temporary' }));
  await reader.close();
});
