import { expect, test } from 'vitest';
import { bytesOf, sha256Of } from '../store/support/editions.ts';
import { child, databaseFiles, expectHeld, objectsOnDisk, staged } from '../store/support/killed.ts';
import { after } from '../store/support/power-cuts.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 05 · killed after rename, before the row: the orphan is adopted and not fetched again', async () => {
  const [c, d] = [sha256Of(bytesOf('c')), sha256Of(bytesOf('d'))];
  let orphaned = 0;
  const { kills } = await killLoop({
    child,
    args: ['put'],
    prepare: staged,
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
  reportRow(5, {
    fault: 'killed after rename, before the row',
    held: true,
    kills,
    note: `${orphaned} times with files in place`,
  });
}, 300_000);
