import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { editionOf, source } from '../support/records.ts';
import { damageProof } from './support/damage.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { refuseShowings } from './support/refuse-showings.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

describe('an edition', () => {
  test('is staged, filled, activated and found again after a restart', async () => {
    const folder = await temporaryFolder();
    const edition = editionOf(['a', 'b']);
    const first = await opened(folder);
    first.store.useSource(source);
    await first.store.stage(edition);
    expect(first.store.bindKnown(edition)).toEqual(['a', 'b']);
    const a = await finishedPart(first.store.partsFolder, 'a');
    const b = await finishedPart(first.store.partsFolder, 'b');
    await Promise.all([first.store.put([a]), first.store.put([b])]);
    expect(first.store.bindKnown(edition)).toEqual([]);
    await first.store.activate(edition.id, true);
    await first.store.close();

    const { store } = await opened(folder);
    expect(store.active()).toMatchObject({ edition, state: 'active', complete: true });
    expect([...store.holdings(edition).objects.keys()].toSorted()).toEqual(['a', 'b']);
    expect(sha256Of(await readFile(objectPath(folder, a.sha256)))).toBe(a.sha256);
    expect(store.storage()).toMatchObject({ objects: 2, bytes: 4_000 });
  });
});

describe('a listener', () => {
  /** Records the active edition and whether it is complete at each notification. */
  async function listening(names: readonly (readonly string[])[]) {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    const editions = [];
    for (const each of names) editions.push(await show(store, each));
    const reported: unknown[] = [];
    store.onHoldingsChanged(() => reported.push([store.active()?.edition.id, store.active()?.complete]));
    return { folder, store, reported, ids: editions.map(({ id }) => id) };
  }

  test('is notified of a rollback', async () => {
    const { store, reported, ids } = await listening([['a'], ['b']]);
    await store.rollback();
    expect(reported).toEqual([[ids[0], true]]);
  });

  test('is notified of an activation', async () => {
    const { store, reported } = await listening([['a', 'b']]);
    const next = editionOf(['b']);
    await store.stage(next);
    store.bindKnown(next);
    await store.activate(next.id, true);
    expect(reported).toEqual([[next.id, true]]);
  });

  test('is notified when an edition becomes complete, which survives a lost database', async () => {
    const { folder, store, reported } = await listening([['a']]);
    const next = editionOf(['a', 'b']);
    await store.stage(next);
    await store.activate(next.id, false);
    await store.put([await finishedPart(store.partsFolder, 'b')]);
    reported.length = 0;
    store.bindKnown(next);
    store.markComplete(next.id);
    expect(reported).toEqual([[next.id, true]]);
    store.markComplete(next.id);
    expect(reported).toHaveLength(1);
    await store.close();
    await writeFile(layoutOf(folder).database, 'lost');
    expect((await opened(folder)).store.active()).toMatchObject({ edition: { id: next.id }, complete: true });
  });

  test('is notified when a file is put aside', async () => {
    const { store, reported } = await listening([['a']]);
    store.strike('a', 'codec');
    expect(reported).toHaveLength(1);
  });

  test('a damaged file makes only its own edition incomplete', async () => {
    const { folder, store } = await listening([['a'], ['b']]);
    const rot = async (name: string) => {
      const sha256 = sha256Of(bytesOf(name));
      await appendFile(objectPath(folder, sha256), 'rot');
      expect(await store.suspect(sha256)).toBe(false);
      return store.active()?.complete;
    };
    expect(await rot('a')).toBe(true);
    expect(await rot('b')).toBe(false);
  });
});

test('a failing disk is reported, and its recovery too', async () => {
  let fails = false;
  const fs: FileSystem = {
    ...realFileSystem,
    rename: async (from, to) => {
      if (fails) throw Object.assign(new Error('io'), { code: 'EIO' });
      await realFileSystem.rename(from, to);
    },
  };
  const { store } = await opened(await temporaryFolder(), { fs });
  fails = true;
  await expect(store.stage(editionOf(['a']))).rejects.toMatchObject({ code: 'disk-error' });
  expect(store.health().state).toBe('failing');
  fails = false;
  await store.stage(editionOf(['a']));
  expect(store.health().state).toBe('good');
});

test('showings that waited for the disk are written when space is reclaimed, and when the store is closed', async () => {
  const folder = await temporaryFolder();
  await refuseShowings(folder);
  const { store } = await opened(folder);
  for (const number of [1, 2]) {
    store.cmsRetryAfter.set(null);
    store.proof.start(showing(number));
    expect(store.health().proofWaiting).toBe(1);
    store.cmsRetryAfter.set(1);
    if (number === 1) await store.reclaim();
    else await store.close();
    expect(store.health().proofWaiting).toBe(0);
  }
  const again = await opened(folder);
  expect([...again.store.proof.iterate()].map(({ id }) => id)).toEqual([showing(1).id, showing(2).id]);
});

test('a store that is closed in the middle of a repair is closed after it', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  const edition = await show(first.store, ['a']);
  await first.store.close();
  await damageProof(layoutOf(folder).database);
  const { store } = await opened(folder);
  expect(() => [...store.proof.iterate()]).toThrow();
  await store.close();
  const again = await opened(folder);
  expect(again.store.active()).toMatchObject({ edition: { id: edition.id }, complete: true });
  expect(again.store.health().recovered).toEqual([]);
});
