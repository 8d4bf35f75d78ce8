import { appendFile, readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, sha256Of } from './support/parts.ts';
import { show } from './support/shows.ts';

const names = Array.from({ length: 12 }, (_, number) => `file ${number}`);
const year = 365 * 24 * 3_600_000;

test('objects are checked in turn, the one with the oldest check first', async () => {
  const clock = manualClock();
  const { store } = await opened(await temporaryFolder(), { clock });
  await show(store, ['a', 'b']);
  clock.pass(year);
  await show(store, ['a', 'b', 'c']);
  const seen = [await store.scrub(), await store.scrub(), await store.scrub()];
  expect(seen.map((each) => each?.sha256).toSorted()).toEqual([
    ...[sha256Of(bytesOf('a')), sha256Of(bytesOf('b')), undefined].toSorted(),
  ]);
  expect(seen.every((each) => each === null || each.sound)).toBe(true);
});

test('an object that was checked under a clock far ahead is checked again', async () => {
  const clock = manualClock();
  const { store } = await opened(await temporaryFolder(), { clock });
  clock.set(clock.now() + 10 * year);
  await show(store, ['a']);
  clock.set(clock.now() - 10 * year);
  expect(await store.scrub()).toEqual({ sha256: sha256Of(bytesOf('a')), sound: true });
  expect(await store.scrub()).toBeNull();
});

test('quarantine is bounded', async () => {
  const folder = await temporaryFolder();
  const clock = manualClock();
  const { store } = await opened(folder, { clock });
  const edition = await show(store, names);
  for (const name of names) await appendFile(objectPath(folder, sha256Of(bytesOf(name))), 'rot');
  clock.pass(year);
  const rotten: string[] = [];
  for (const _ of names) {
    const found = await store.scrub();
    expect(found?.sound).toBe(false);
    rotten.push(found?.sha256 ?? '');
    clock.pass(1_000);
  }
  const kept = (await readdir(layoutOf(folder).quarantine)).map((name) => name.split('.')[0]);
  expect(kept.toSorted()).toEqual(rotten.slice(-8).toSorted());
  expect(store.bindKnown(edition).toSorted()).toEqual(names.toSorted());
});

test('a suspect object is checked at once', async () => {
  const folder = await temporaryFolder();
  const { store, lines } = await opened(folder);
  const edition = await show(store, ['a', 'b']);
  const [a, b] = [sha256Of(bytesOf('a')), sha256Of(bytesOf('b'))];
  let changes = 0;
  store.onHoldingsChanged(() => changes++);
  await rm(objectPath(folder, a));
  expect(await store.suspect(a)).toBe(false);
  expect(await store.suspect(b)).toBe(true);
  expect(await store.suspect('ab'.repeat(32))).toBe(false);
  expect(changes).toBe(1);
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(store.bindKnown(edition)).toEqual(['a']);
  expect(store.active()?.complete).toBe(false);
});

test.each([
  'EIO',
  'EUCLEAN',
  'EBADMSG',
  'ENODATA',
  'EACCES',
])('an unreadable object (%s) counts as damaged, a lack of descriptors does not', async (damage) => {
  const folder = await temporaryFolder();
  let code = 'EMFILE';
  let failing = false;
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      if (failing && flags === 'r') throw Object.assign(new Error('refused'), { code });
      return realFileSystem.open(path, flags);
    },
  };
  const clock = manualClock();
  const { store } = await opened(folder, { fs, clock });
  const edition = await show(store, ['a']);
  clock.pass(year);
  failing = true;
  expect(await store.scrub()).toMatchObject({ sound: true });
  expect(store.bindKnown(edition)).toEqual([]);
  // Its turn is over: what cannot be looked at now does not keep the others from it.
  expect(await store.scrub()).toBeNull();
  clock.pass(year);
  code = damage;
  expect(await store.scrub()).toMatchObject({ sound: false });
  expect(store.bindKnown(edition)).toEqual(['a']);
});

test('scrubbing may be slow, and can be stopped half way', async () => {
  const folder = await temporaryFolder();
  const clock = manualClock();
  const { store } = await opened(folder, { clock });
  await show(store, ['a'], { size: 100_000 });
  clock.pass(year);
  const before = clock.monotonic();
  await store.scrub(10_000);
  expect(clock.monotonic() - before).toBeGreaterThanOrEqual(10_000);
  clock.pass(year);
  const ending = new AbortController();
  ending.abort(new Error('the engine stops'));
  await expect(store.scrub(10_000, ending.signal)).rejects.toThrow('the engine stops');
});
