import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { realFileSystem } from '../../src/main/fs.ts';
import { objectPath } from '../../src/main/store/layout.ts';
import { finishedPart, sha256Of } from '../store/support/editions.ts';
import { failingFlush } from '../store/support/failing-flush.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { after, before, playing } from '../store/support/power-cuts.ts';

test('row 36 · a flush fails: that file is never trusted, the others of its group are, and it is fetched again', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  // As Linux does: the first flush reports the error, the next one says all is well though the pages are lost.
  const { store } = await opened(folder, { fs: failingFlush(realFileSystem, 'part-c') });
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
});
