import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Bindings } from '../../src/main/store/bindings.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { download, editionOf, mediaFile } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { show } from './support/shows.ts';

describe('a stored object', () => {
  test('is found by its marker under any id', async () => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a']);
    const renamed = editionOf([
      mediaFile('copy of a', { download: download('copy of a', { marker: 'marker a' }) }),
    ]);
    await store.stage(renamed);
    expect(store.bindKnown(renamed)).toEqual([]);
    expect(store.holdings(renamed).objects.get('copy of a')?.sha256).toBe(sha256Of(bytesOf('a')));
  });

  test.each(['md5', 'sha256'] as const)('is known by its %s, under whatever marker', async (algorithm) => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a']);
    const hex = createHash(algorithm).update(bytesOf('a')).digest('hex');
    const moved = editionOf([
      mediaFile('m', { download: download('m', { marker: 'moved', hashes: [{ algorithm, hex }] }) }),
    ]);
    expect(store.bindKnown(moved)).toEqual([]);
    expect(
      store.bindKnown(editionOf([mediaFile('m', { download: download('m', { marker: 'other' }) })])),
    ).toEqual(['m']);
  });

  test('stays bound to the active edition when its media file gets a new version', async () => {
    const { store } = await opened(await temporaryFolder());
    const old = await show(store, ['a']);
    const next = editionOf([mediaFile('a', { download: download('a', { marker: 'newer' }) })]);
    await store.stage(next);
    expect(store.bindKnown(next)).toEqual(['a']);
    await store.put([await finishedPart(store.partsFolder, 'a', { marker: 'newer', name: 'newer bytes' })]);
    expect(store.holdings(old).objects.get('a')?.sha256).toBe(sha256Of(bytesOf('a')));
    expect(store.holdings(next).objects.get('a')?.sha256).toBe(sha256Of(bytesOf('newer bytes')));
  });

  test('is not needed for a web page', async () => {
    const { store } = await opened(await temporaryFolder());
    const page = { ...mediaFile('page'), kind: 'page' as const, download: null };
    expect(store.bindKnown(editionOf([page]))).toEqual([]);
  });
});

test('new objects appear in held maps from before', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = editionOf([
    mediaFile('a'),
    mediaFile('b'),
    mediaFile('c', { download: download('c', { marker: 'newer' }) }),
  ]);
  const before = store.holdings(edition).objects;
  expect(before.size).toBe(0);
  await store.put([
    await finishedPart(store.partsFolder, 'a'),
    await finishedPart(store.partsFolder, 'c'),
    await finishedPart(store.partsFolder, 'unknown'),
  ]);
  const after = store.holdings(edition).objects;
  expect([...after.keys()]).toEqual(['a']);
  // Not read anew: over a first download that would cost the square of its files.
  expect(after).toBe(before);
  // The same content under another id is not remembered yet, so its rows are read.
  expect([...store.holdings({ ...edition, id: 'read anew' }).objects]).toEqual([...after]);
  await store.put([await finishedPart(store.partsFolder, 'a', { source: 'another', name: 'other bytes' })]);
  expect(store.holdings(edition).objects.get('a')?.sha256).toBe(sha256Of(bytesOf('a')));
});

test('a new description of bytes applies to every media file that has them', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = editionOf([mediaFile('a'), mediaFile('b'), mediaFile('c')]);
  store.holdings(edition);
  await store.put([await finishedPart(store.partsFolder, 'a')]);
  expect(store.holdings(edition).objects.get('a')?.kind).toBe('image');
  const text = { kind: 'text', mimeType: 'text/plain', extension: 'txt', width: null, height: null } as const;
  await store.put([
    { ...(await finishedPart(store.partsFolder, 'b', { name: 'a' })), ...text },
    await finishedPart(store.partsFolder, 'c'),
  ]);
  const { objects } = store.holdings(edition);
  expect(objects.get('a')).toMatchObject(text);
  expect(objects).toEqual(store.holdings({ ...edition, id: 'read anew' }).objects);
});

test('objects are described by their own bytes', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = await show(store, ['a']);
  expect(store.holdings(edition).objects.get('a')).toEqual({
    sha256: sha256Of(bytesOf('a')),
    bytes: 2_000,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 16,
    height: 9,
  });
});

test('the cache of held objects is bounded to the last few editions', async () => {
  const database = await openDatabase(':memory:');
  const bindings = new Bindings(database);
  const editions = Array.from({ length: 20 }, (_, number) => editionOf([mediaFile(`file ${number}`)]));
  const [shown] = editions;
  const held = shown && bindings.held(shown);
  for (const edition of editions) {
    bindings.held(edition);
    expect(shown && bindings.held(shown)).toBe(held);
  }
  const [, second] = editions;
  expect(second && bindings.held(second)).toBe(second && bindings.held(second));
  const before = editions.map((edition) => bindings.held(edition));
  expect(shown && bindings.held(shown)).not.toBe(before[0]);
  database.close();
});
