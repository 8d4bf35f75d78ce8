import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { looksLossy } from '../../src/main/sync/sanity.ts';
import { addPictures } from '../support/pictures.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { startRig } from '../support/rig.ts';

describe('an answer that lost much', () => {
  const list = (count: number) =>
    playlist(
      'main',
      Array.from({ length: count }, (_, index) => entry(`${index}`, { index, mediaFileId: 'm' })),
    );
  const of = (entries: number, files = 1) =>
    edition(
      [list(entries)],
      Array.from({ length: files }, (_, index) => mediaFile(index === 0 ? 'm' : `m${index}`)),
    );

  test('has an empty list, or less than half of one that had ten or more', () => {
    const lossy = (before: number, after: number) => looksLossy(of(before), of(after));
    expect([lossy(1, 0), lossy(9, 1), lossy(10, 5), lossy(10, 4), lossy(20, 30)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect([looksLossy(of(1, 10), of(1, 4)), looksLossy(of(1, 10), of(1, 5))]).toEqual([true, false]);
    expect(looksLossy(null, of(0))).toBe(false);
  });

  test('is read once more, and followed when it says the same again', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    addPictures(content, playlistId, 12);
    let readings = 0;
    const { sync, store } = await rig.open({
      wrapCms: (cms) => ({
        ...cms,
        playlist: (...of) => {
          readings++;
          return cms.playlist(...of);
        },
      }),
    });
    await sync.once();
    const before = readings;
    for (const { id } of content.entriesOf(playlistId).slice(2)) content.removeEntry(id);
    expect(await sync.once()).toMatchObject({ changed: true });
    expect(readings - before).toBe(2);
    expect(Object.keys(store.active()?.edition.mediaFiles ?? {})).toHaveLength(2);
  });

  test('is not followed while every reading says something else', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    addPictures(content, playlistId, 12);
    let isUnsteady = false;
    let left = 3;
    const { sync, store } = await rig.open({
      wrapCms: (cms) => ({
        ...cms,
        playlist: async (...of) => {
          const found = await cms.playlist(...of);
          if (!isUnsteady || found === null) return found;
          left--;
          return { ...found, entries: found.entries?.slice(0, left) ?? null };
        },
      }),
    });
    await sync.once();
    const { id } = store.active()?.edition ?? expect.fail();
    isUnsteady = true;
    await expect(sync.once()).rejects.toMatchObject({ code: 'cms-unsteady' });
    expect(store.active()?.edition.id).toBe(id);
    isUnsteady = false;
    expect(await sync.once()).toMatchObject({ changed: false, failed: [] });
  });
});

test('parts of earlier downloads that nothing needs are removed, and those of others stay', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const parts = join(rig.folder, 'data', 'parts');
  await mkdir(parts, { recursive: true });
  const name = 'a'.repeat(64);
  for (const ending of ['part', 'json', 'json.new']) await writeFile(join(parts, `${name}.${ending}`), 'x');
  await writeFile(join(parts, 'note.txt'), 'x');
  const { sync } = await rig.open();
  await sync.once();
  expect(readdirSync(parts)).toEqual(['note.txt']);
  expect(existsSync(join(parts, `${name}.part`))).toBe(false);
});

test('a visit that finds all at rest reports the files that were here before, and looks for none', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 3);
  const { sync, store } = await rig.open();
  expect(await sync.once()).toMatchObject({ downloaded: 3, reused: 0, changed: true });
  const looked = vi.spyOn(store, 'bindKnown');
  expect(await sync.once()).toMatchObject({ downloaded: 0, reused: 3, changed: false, bytes: 0 });
  expect(looked).not.toHaveBeenCalled();
  addPictures(content, playlistId, 1, 1000, 50);
  const report = await sync.once();
  expect(report).toMatchObject({ downloaded: 1, reused: 3, changed: true });
  expect(report.bytes).toBeGreaterThan(0);
});
