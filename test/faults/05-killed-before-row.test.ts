import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { child, databaseFiles, expectHeld, objectsOnDisk, ready, staged } from '../store/support/killed.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { after, before, plainStore } from '../store/support/power-cuts.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 05 · killed after rename, before the row: the orphan is adopted without a download', async () => {
  const [c, d] = [sha256Of(bytesOf('c')), sha256Of(bytesOf('d'))];
  let orphaned = 0;
  const { kills } = await killLoop({
    child,
    args: ['put'],
    template: staged,
    paths: databaseFiles,
    calls: ['pwrite64', 'fdatasync', 'fsync', 'ftruncate'],
    check: async (folder, point) => {
      const present = await objectsOnDisk(folder);
      const renamed = present.has(c) && present.has(d);
      if (renamed && !point.survived) orphaned++;
      await expectHeld(folder, async (store) => {
        if (renamed) expect(store.bindKnown(after)).toEqual([]);
      });
    },
  });
  expect(orphaned).toBeGreaterThan(0);

  // Negative control: without the ledger the orphan is unknown, and is downloaded again.
  const folder = await temporaryFolder();
  await ready(folder);
  for (const path of databaseFiles(folder)) await rm(path, { force: true });
  await rm(layoutOf(folder).ledger);
  const store = await plainStore(folder);
  expect(store.active()?.edition.id).toBe(before.id);
  expect(store.bindKnown(before)).toEqual(['a', 'b']);
  await store.close();
  reportRow(5, { kills, negativeControl: true, note: `${orphaned} times with files in place` });
}, 300_000);
