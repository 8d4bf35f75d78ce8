import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { message } from '../../src/shared/languages/message.ts';
import { editionOf } from '../support/records.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { isOnDisk, show } from './support/shows.ts';

describe('reclaim', () => {
  test('keeps what the active, the staged and the previous edition need, and nothing else', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['old', 'shared']);
    await show(store, ['before', 'shared']);
    await show(store, ['now', 'shared']);
    await store.stage(editionOf(['next']));
    await store.put([await finishedPart(store.partsFolder, 'next')]);
    await store.reclaim();
    const there = ['old', 'before', 'now', 'next', 'shared'].filter((name) => isOnDisk(folder, name));
    expect(there).toEqual(['before', 'now', 'next', 'shared']);
    expect(store.storage().objects).toBe(4);
  });

  test('never removes objects that a screen still holds', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['old']);
    store.keep('1', [sha256Of(bytesOf('old'))]);
    await show(store, ['before']);
    await show(store, ['now']);
    await store.reclaim();
    expect(isOnDisk(folder, 'old')).toBe(true);
    store.keep('1', [sha256Of(bytesOf('now'))]);
    await store.reclaim();
    expect(isOnDisk(folder, 'old')).toBe(false);
  });

  test('removes a shared object with the last of its media files', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['a']);
    await store.put([await finishedPart(store.partsFolder, 'b', { name: 'a' })]);
    await show(store, ['b']);
    await show(store, ['b', 'c']);
    await store.reclaim();
    expect(isOnDisk(folder, 'a')).toBe(true);
    expect(store.bindKnown(editionOf(['a']))).toEqual(['a']);
  });

  test('removes attempts and strikes of media files without an edition', async () => {
    const { store } = await opened(await temporaryFolder());
    const { source } = await show(store, ['a']);
    const attempt = {
      source,
      marker: 'marker a',
      mediaFileId: 'a',
      attempts: 1,
      refusals: 0,
      firstAt: 1,
      lastProgressAt: 1,
      nextTryAt: 2,
      failed: false,
      code: 'x',
      message: message('postponed'),
    };
    store.saveAttempt(attempt);
    store.saveAttempt({ ...attempt, marker: 'marker of nothing' });
    await store.reclaim();
    expect(store.attempt(source, 'marker a')).toEqual(attempt);
    expect(store.attempt(source, 'marker of nothing')).toBeNull();
  });

  test('keeps the ledger bounded', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['a']);
    const path = layoutOf(folder).ledger;
    const text = await readFile(path, 'utf8');
    await writeFile(path, `${text}${'torn line\n'.repeat(60_000)}`);
    await show(store, ['a', 'b']);
    const gone = await finishedPart(store.partsFolder, 'gone');
    await store.put(Array.from({ length: 20 }, () => gone));
    await store.reclaim();
    expect((await stat(path)).size).toBeLessThan(2_000);
    await store.close();
    await writeFile(layoutOf(folder).database, 'lost');
    const again = await opened(folder);
    expect(again.store.bindKnown(editionOf(['a', 'b']))).toEqual([]);
  });
});

describe('making space for a download', () => {
  const size = 10_000;

  test('removes nothing within the quota, and beyond it only as many of the longest unneeded objects as necessary', async () => {
    const folder = await temporaryFolder();
    const clock = manualClock();
    const { store } = await opened(folder, { clock, limits: { quotaBytes: 50 * size } });
    for (const name of ['one', 'two', 'three', 'four']) {
      clock.pass(1_000);
      await show(
        store,
        Array.from({ length: 10 }, (_, number) => `${name} ${number}`),
        { size },
      );
    }
    expect(await store.makeSpace(5 * size)).toBe(true);
    expect(store.storage().objects).toBe(40);
    expect(await store.makeSpace(15 * size)).toBe(true);
    expect(isOnDisk(folder, 'one 0', size)).toBe(false);
    expect(isOnDisk(folder, 'three 0', size)).toBe(true);
    expect(store.editions()).toHaveLength(2);
  });

  test('gives up the previous edition last, and the active one never', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder, { limits: { quotaBytes: 3 * size } });
    await show(store, ['before'], { size });
    await show(store, ['now'], { size });
    expect(await store.makeSpace(2 * size)).toBe(true);
    expect(store.editions().map(({ state }) => state)).toEqual(['active']);
    expect([isOnDisk(folder, 'before', size), isOnDisk(folder, 'now', size)]).toEqual([false, true]);
    expect(await store.makeSpace(3 * size)).toBe(false);
    expect(isOnDisk(folder, 'now', size)).toBe(true);
  });

  test('keeps the previous edition when its space would not be enough', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder, { limits: { quotaBytes: 3 * size } });
    await show(store, ['before'], { size });
    await show(store, ['now'], { size });
    expect(await store.makeSpace(20 * size)).toBe(false);
    expect(store.editions().map(({ state }) => state)).toEqual(['active', 'previous']);
    expect(store.health().state).toBe('full');
    expect(isOnDisk(folder, 'before', size)).toBe(true);
  });

  test('gives up another source before the previous edition', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder, { limits: { quotaBytes: 4 * size } });
    await show(store, ['other'], { size, source: 'another' });
    await show(store, ['before'], { size });
    await show(store, ['now'], { size });
    expect(await store.makeSpace(2 * size)).toBe(true);
    expect(isOnDisk(folder, 'other', size)).toBe(false);
    expect(store.editions().map(({ state }) => state)).toEqual(['active', 'previous']);
  });

  test('keeps another source that is still on screen', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder, { limits: { quotaBytes: 4 * size } });
    await show(store, ['on screen'], { size, source: 'another' });
    store.useSource('one that has nothing yet');
    expect(await store.makeSpace(4 * size)).toBe(false);
    expect(store.show()?.edition.source).toBe('another');
    expect(isOnDisk(folder, 'on screen', size)).toBe(true);
  });

  test('keeps the floor of free space', async () => {
    const folder = await temporaryFolder();
    let freeBytes = 1_000_000;
    const fs = { ...realFileSystem, space: async () => ({ freeBytes, totalBytes: 2_000_000 }) };
    const { store } = await opened(folder, { fs, limits: { floorBytes: 500_000 } });
    expect(await store.makeSpace(500_000)).toBe(true);
    expect(await store.makeSpace(500_001)).toBe(false);
    freeBytes = 2_000_000;
    expect(await store.makeSpace(500_001)).toBe(true);
    expect(store.health().state).toBe('good');
    expect(store.storage().freeBytes).toBe(2_000_000);
  });
});

test('files that only look like objects are not touched', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  await show(first.store, ['a']);
  await first.store.close();
  const stranger = objectPath(folder, 'ab'.repeat(32));
  await realFileSystem.mkdir(stranger.slice(0, -65));
  await writeFile(`${stranger}.txt`, 'not ours');
  const { store } = await opened(folder);
  await store.reclaim();
  expect(await readFile(`${stranger}.txt`, 'utf8')).toBe('not ours');
});
