import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { objectPath } from '../../src/main/store/objects/layout.ts';
import { failingFlush } from '../store/support/failing-flush.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart, sha256Of } from '../store/support/parts.ts';
import { after, before, playing } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

/** A file whose flush fails and a sound one of the same group, on this disk; afterwards it is downloaded again. */
async function oneFlushFails(fs: FileSystem): Promise<void> {
  const folder = await temporaryFolder();
  await playing(folder);
  const { store } = await opened(folder, { fs });
  await store.stage(after);
  const c = await finishedPart(store.partsFolder, 'c');
  const d = await finishedPart(store.partsFolder, 'd');
  const [first, second] = await Promise.allSettled([store.put([c]), store.put([d])]);

  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'disk-error', kind: 'temporary' } });
  expect(second).toMatchObject({ status: 'fulfilled' });
  expect(existsSync(c.path)).toBe(false);
  expect(existsSync(objectPath(folder, c.sha256))).toBe(false);
  expect(store.bindKnown(after)).toEqual(['c']);
  expect(store.active()?.edition.id).toBe(before.id);
  expect(store.health().state).toBe('failing');

  await store.put([await finishedPart(store.partsFolder, 'c')]);
  expect(store.bindKnown(after)).toEqual([]);
  expect(sha256Of(await readFile(objectPath(folder, c.sha256)))).toBe(c.sha256);
}

/** A store that repeats a failed flush and trusts the second answer. */
function believing(fs: FileSystem): FileSystem {
  return {
    ...fs,
    open: async (path, flags) => {
      const file = await fs.open(path, flags);
      return { ...file, sync: () => file.sync().catch(() => file.sync()) };
    },
  };
}

test('row 36 · a failed flush: that file is never trusted and is downloaded again; others of its group are kept', async () => {
  // As Linux does: the first flush reports the error, the next one succeeds although the pages are lost.
  await oneFlushFails(failingFlush(realFileSystem, 'part-c'));
  const careless = oneFlushFails(believing(failingFlush(realFileSystem, 'part-c')));
  await expect(careless).rejects.toThrow(/fulfilled/);
  reportRow(36, { negativeControl: true, note: 'flushed a second time, lost pages would play' });
});
