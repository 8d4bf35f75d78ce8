import { describe, expect, test } from 'vitest';
import { notInSafeMode } from '../../src/main/edition/failure-on-screen.ts';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import { plainHoldings } from '../../src/main/engine/plain-holdings.ts';
import { leaveSuspect } from '../../src/main/engine/suspect-edition.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart } from '../store/support/parts.ts';
import { editionOf, mediaFile, source } from '../support/records.ts';

const log = createLog(() => undefined);
const first = editionOf(['a']);
const second = editionOf(['a', 'b']);
const third = editionOf(['a', 'b', 'c']);

const storeWith = (...editions: readonly ReturnType<typeof editionOf>[]) =>
  storeOn(realFileSystem, ...editions);

async function storeOn(fs: FileSystem, ...editions: readonly ReturnType<typeof editionOf>[]) {
  const { store } = await opened(await temporaryFolder(), { fs });
  store.useSource(source);
  for (const edition of editions) {
    await store.stage(edition);
    store.bindKnown(edition);
    if (edition === first) await store.put([await finishedPart(store.partsFolder, 'a')]);
    await store.activate(edition.id, false);
  }
  const start = (isSafe: boolean, provenEdition: string | null) =>
    leaveSuspect(store, { isSafe, provenEdition }, log);
  return { store, start, active: () => store.active()?.edition.id };
}

describe('safe mode', () => {
  test('leaves an edition that never painted well, once, and the next normal start returns to it', async () => {
    const { start, active } = await storeWith(first, second);
    await start(true, first.id);
    expect(active()).toBe(first.id);
    await start(true, first.id);
    expect(active()).toBe(first.id);
    await start(false, first.id);
    expect(active()).toBe(second.id);
    await start(true, first.id);
    expect(active()).toBe(first.id);
  });

  test('begins and ends on a disk that fails', async () => {
    let fails = false;
    const fs: FileSystem = {
      ...realFileSystem,
      open: async (path, flags) => {
        if (fails && flags !== 'r') throw Object.assign(new Error('io'), { code: 'EIO' });
        return realFileSystem.open(path, flags);
      },
    };
    const { start, active } = await storeOn(fs, first, second);
    fails = true;
    await start(true, first.id);
    expect(active()).toBe(first.id);
    await start(false, first.id);
    expect(active()).toBe(second.id);
    await start(true, first.id);
    expect(active()).toBe(first.id);
  });

  test('keeps an edition that has painted well, and the only one', async () => {
    const proven = await storeWith(first, second);
    await proven.start(true, second.id);
    expect(proven.active()).toBe(second.id);
    const only = await storeWith(first);
    await only.start(true, null);
    expect(only.active()).toBe(first.id);
  });

  test('does not return to an edition after the CMS sent another one', async () => {
    const { store, start, active } = await storeWith(first, second);
    await start(true, first.id);
    await store.stage(third);
    await store.activate(third.id, false);
    await start(false, first.id);
    expect(active()).toBe(third.id);
  });

  test('shows only images and videos, as detected from their bytes', () => {
    const held = (kind: 'image' | 'video' | 'pdf') => ({
      sha256: kind,
      bytes: 1,
      kind,
      mimeType: '',
      extension: '',
      durationMs: null,
      width: null,
      height: null,
    });
    const page = { ...mediaFile('page'), kind: 'page' as const, download: null };
    const edition = editionOf([mediaFile('a'), mediaFile('b'), mediaFile('c'), page]);
    const objects = new Map([
      ['a', held('image')],
      ['b', held('video')],
      ['c', held('pdf')],
    ]);
    const { putAside } = plainHoldings(edition, {
      ...emptyHoldings,
      objects,
      putAside: new Map([['a', 'it failed']]),
    });
    expect([...putAside.keys()].sort()).toEqual(['a', 'c', 'page']);
    expect(putAside.get('page')).toBe(notInSafeMode);
  });
});
