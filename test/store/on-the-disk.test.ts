import { rm, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Edition } from '../../src/main/edition/edition.ts';
import { layoutOf, objectPath, sidecarPath } from '../../src/main/store/objects/layout.ts';
import type { Store } from '../../src/main/store/store.ts';
import { editionOf } from '../support/records.ts';
import { damageIndex } from './support/damage.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { NotingDisk } from './support/noting-disk.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { show } from './support/shows.ts';

test('disk work of the store is serial, and complete when it resolves', async () => {
  const folder = await temporaryFolder();
  const disk = new NotingDisk();
  const clock = manualClock();
  const options = { fs: disk.fs, clock, limits: { quotaBytes: 12_000 } };
  const object = (name: string) => objectPath(folder, sha256Of(bytesOf(name)));
  /** Each step, and how much of it is still under way when it says that it is over. */
  const over = async <Result>(step: Promise<Result>): Promise<Result> => {
    const result = await step;
    expect(disk.isBusy).toBe(false);
    return result;
  };

  /** As an update does it, but for one file at a time: those of a group are flushed side by side. */
  const update = async (store: Store, names: readonly string[]): Promise<Edition> => {
    for (const name of store.bindKnown(editionOf(names)))
      await over(store.put([await finishedPart(store.partsFolder, name)]));
    return over(show(store, names));
  };

  const first = await over(opened(folder, options));
  const old = await update(first.store, ['a', 'b']);
  const now = await update(first.store, ['b', 'c']);
  await over(first.store.rollback());
  first.store.forgetRolledBack();
  await over(first.store.stage(now));
  await over(first.store.activate(now.id, false));
  first.store.markComplete(now.id);
  await over(first.store.makeSpace(6_000));
  await over(first.store.put([await finishedPart(first.store.partsFolder, 'gone')]));
  await over(first.store.reclaim());
  // Nothing more is to be had, and the previous edition goes for nothing less.
  expect(await over(first.store.makeSpace(9_000))).toBe(false);
  expect(await over(first.store.makeSpace(8_000))).toBe(true);
  expect(first.store.bindKnown(old)).toEqual(['a']);
  await truncate(object('b'), 3);
  expect(await over(first.store.suspect(sha256Of(bytesOf('b'))))).toBe(false);
  clock.pass(365 * 24 * 3_600_000);
  expect(await over(first.store.scrub())).toMatchObject({ sound: true });
  await over(first.store.close());

  // A death and a bad disk have left: a file cut short, one without a row, no sidecar.
  await truncate(object('c'), 3);
  await rm(sidecarPath(folder, now.id));
  const second = await over(opened(folder, options));
  await update(second.store, ['b', 'c', 'd']);
  await over(second.store.close());

  await damageIndex(layoutOf(folder).database, 'binding_by_object');
  const third = await over(opened(folder, options));
  expect(third.store.bindKnown(editionOf(['b', 'c', 'd']))).toEqual([]);
  await over(third.store.close());

  await rm(layoutOf(folder).ledger);
  await writeFile(layoutOf(folder).database, 'gone');
  const fourth = await over(opened(folder, options));
  expect(fourth.store.bindKnown(editionOf(['b', 'c', 'd']))).toEqual(['b', 'c', 'd']);
  await over(fourth.store.close());

  expect(disk.tooEarly).toEqual([]);
  expect(disk.descriptors).toBe(0);
});
