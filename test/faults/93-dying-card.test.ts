import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath, sidecarPath } from '../../src/main/store/objects/layout.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { after, before, playing, update } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

/** A worn-out card: the kernel has mounted it read-only, and reading the lost blocks fails too. */
function dying(unreadable: string): FileSystem {
  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  const refused = async (): Promise<never> => fail('EROFS');
  const reading =
    <Result>(read: (path: string) => Promise<Result>) =>
    async (path: string): Promise<Result> =>
      path === unreadable ? fail('EIO') : read(path);
  return {
    ...realFileSystem,
    rename: refused,
    unlink: refused,
    mkdir: refused,
    syncFolder: refused,
    open: async (path, flags) =>
      flags === 'r' && path !== unreadable ? realFileSystem.open(path, flags) : refused(),
    readdir: reading(realFileSystem.readdir),
    readFile: reading(realFileSystem.readFile),
    stat: reading(realFileSystem.stat),
  };
}

const objectOf = (folder: string, id: string): string => objectPath(folder, sha256Of(bytesOf(id)));

test.each([
  ['the folder of an object', (folder: string) => dirname(objectOf(folder, 'd')), ['b', 'c']],
  ['an object', (folder: string) => objectOf(folder, 'd'), ['b', 'c']],
  ['the edition before', (folder: string) => sidecarPath(folder, before.id), ['b', 'c', 'd']],
  ['the pointer', (folder: string) => layoutOf(folder).pointer, ['b', 'c', 'd']],
  ['the ledger', (folder: string) => layoutOf(folder).ledger, []],
  ['the folder of objects', (folder: string) => layoutOf(folder).objects, []],
])('row 93 · a start on a read-only card that cannot read %s: the rest plays from memory', async (_, unreadable, held) => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await opened(folder);
  await update(first.store);
  await first.store.close();

  const { store } = await opened(folder, { fs: dying(unreadable(folder)) });
  expect(store.health().state).toBe('read-only');
  expect(store.show()?.edition.id).toBe(after.id);
  expect([...store.holdings(after).objects.keys()].toSorted()).toEqual(held);
  reportRow(93, { note: _ });
});
