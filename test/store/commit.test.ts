import { existsSync } from 'node:fs';
import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { objectPath } from '../../src/main/store/objects/layout.ts';
import { editionOf } from '../support/records.ts';
import { failingFlush } from './support/failing-flush.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { NotingDisk } from './support/noting-disk.ts';
import { finishedPart } from './support/parts.ts';
import { isOnDisk, show } from './support/shows.ts';

/** Notes what is asked of the disk, in order. */
function noting(notes: string[]): FileSystem {
  const short = (path: string): string => path.split('/').at(-1)?.slice(0, 6) ?? '';
  return {
    ...realFileSystem,
    open: async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      return {
        ...file,
        sync: async () => {
          notes.push(`flush ${short(path)}`);
          await file.sync();
        },
      };
    },
    rename: async (from, to) => {
      notes.push(`rename ${short(from)}`);
      await realFileSystem.rename(from, to);
    },
    syncFolder: async (path) => {
      notes.push('flush folder');
      await realFileSystem.syncFolder(path);
    },
  };
}

describe('a group of parts', () => {
  test('is flushed, renamed, and its folders flushed, once for all callers', async () => {
    const folder = await temporaryFolder();
    const notes: string[] = [];
    const { store } = await opened(folder, { fs: noting(notes) });
    const parts = await Promise.all(['a', 'b', 'c'].map((id) => finishedPart(store.partsFolder, id)));
    notes.length = 0;
    await Promise.all(parts.map((part) => store.put([part])));

    const order = notes.map((note) => note.split(' ').slice(0, 2).join(' '));
    expect(notes.filter((note) => note.startsWith('flush object'))).toHaveLength(1);
    expect(order.lastIndexOf('flush part-a')).toBeLessThan(order.indexOf('rename part-a'));
    expect(order.findLastIndex((note) => note.startsWith('rename'))).toBeLessThan(
      order.lastIndexOf('flush folder'),
    );
    expect(store.storage().objects).toBe(3);
    expect(await readdir(store.partsFolder)).toEqual([]);
  });

  test('alone is durable in this order', async () => {
    const disk = new NotingDisk();
    const { store } = await opened(await temporaryFolder(), { fs: disk.fs });
    const part = await finishedPart(store.partsFolder, 'a');
    disk.notes.length = 0;
    await store.put([part]);
    expect(disk.notes.map((note) => note.replace(/^write \d+ to/, 'write'))).toEqual([
      ...['open objects.jsonl', 'write objects.jsonl', 'flush objects.jsonl', 'close objects.jsonl'],
      ...['open part-a', 'flush part-a', 'close part-a'],
      ...[`make ${part.sha256.slice(0, 2)}`, 'flush folder', 'rename part-a', 'flush folder'],
    ]);
  });

  test.each(['EMFILE', 'ENFILE'])('survives a lack of descriptors (%s)', async (code) => {
    const disk = new NotingDisk();
    const { store } = await opened(await temporaryFolder(), { fs: disk.fs });
    const part = await finishedPart(store.partsFolder, 'a');
    disk.refuses = (call) => (call === 'open part-a' ? code : null);
    await expect(store.put([part])).rejects.toMatchObject({ code: 'too-many-files' });
    expect(existsSync(part.path)).toBe(true);
    disk.refuses = () => null;
    await store.put([part]);
    expect(store.storage().objects).toBe(1);
  });

  test('is announced once', async () => {
    const { store } = await opened(await temporaryFolder());
    let changes = 0;
    const stop = store.onHoldingsChanged(() => changes++);
    const parts = await Promise.all(['a', 'b', 'c'].map((id) => finishedPart(store.partsFolder, id)));
    await Promise.all(parts.map((part) => store.put([part])));
    expect(changes).toBe(1);
    stop();
    await store.put([await finishedPart(store.partsFolder, 'd')]);
    expect(changes).toBe(1);
  });

  test('drops and binds bytes that are already stored', async () => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a']);
    const copy = editionOf(['copy']);
    const part = await finishedPart(store.partsFolder, 'copy', { name: 'a' });
    await store.put([part]);
    expect(existsSync(part.path)).toBe(false);
    expect(store.bindKnown(copy)).toEqual([]);
    expect(store.storage().objects).toBe(1);
  });

  test('makes one object of equal bytes', async () => {
    const { store } = await opened(await temporaryFolder());
    const parts = [
      await finishedPart(store.partsFolder, 'x', { name: 'same' }),
      await finishedPart(store.partsFolder, 'y', { name: 'same' }),
    ];
    await store.put(parts);
    expect(store.storage().objects).toBe(1);
    expect(store.bindKnown(editionOf(['x', 'y']))).toEqual([]);
    expect(await readdir(store.partsFolder)).toEqual([]);
  });

  test('binds no media file to equal bytes that could not be flushed', async () => {
    const disk = failingFlush(realFileSystem, 'part-x');
    const { store } = await opened(await temporaryFolder(), { fs: disk });
    const x = await finishedPart(store.partsFolder, 'x', { name: 'same' });
    const y = await finishedPart(store.partsFolder, 'y', { name: 'same' });
    const reported = await Promise.allSettled([store.put([x]), store.put([y])]);
    expect(reported.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.bindKnown(editionOf(['x', 'y']))).toEqual(['x', 'y']);
    expect(existsSync(y.path)).toBe(false);
  });

  test('refuses and removes a part that changed after its verification', async () => {
    const { store } = await opened(await temporaryFolder());
    const part = await finishedPart(store.partsFolder, 'a');
    await appendFile(part.path, 'more');
    await expect(store.put([part])).rejects.toMatchObject({ code: 'part-changed' });
    expect(existsSync(part.path)).toBe(false);
    expect(store.storage().objects).toBe(0);
  });

  test('replaces an object whose file is missing', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['a']);
    const part = await finishedPart(store.partsFolder, 'a');
    await rm(objectPath(folder, part.sha256));
    await store.put([part]);
    expect(isOnDisk(folder, 'a')).toBe(true);
  });

  test.each([
    ['EMFILE', 'too-many-files'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EROFS', 'disk-read-only'],
    ['EIO', 'disk-error'],
  ])('gives up on %s as %s, temporary, and leaves nothing half stored', async (code, expected) => {
    const folder = await temporaryFolder();
    let failing = false;
    const fs: FileSystem = {
      ...realFileSystem,
      rename: async (from, to) => {
        if (failing) throw Object.assign(new Error('refused'), { code });
        await realFileSystem.rename(from, to);
      },
    };
    const { store } = await opened(folder, { fs });
    const shown = await show(store, ['a']);
    failing = true;
    const part = await finishedPart(store.partsFolder, 'b');
    await expect(store.put([part])).rejects.toMatchObject({ code: expected, kind: 'temporary' });
    const reported = { EMFILE: 'good', ENOSPC: 'full', EDQUOT: 'full' }[code] ?? 'failing';
    expect(store.health().state).toBe(reported);
    expect(store.bindKnown(editionOf(['b']))).toEqual(['b']);
    expect(store.active()?.edition.id).toBe(shown.id);
    failing = false;
    await store.put([part]);
    expect(store.bindKnown(editionOf(['b']))).toEqual([]);
  });

  test('survives a part that can neither be flushed nor removed', async () => {
    const clinging: FileSystem = {
      ...realFileSystem,
      unlink: async (path) => {
        if (path.endsWith('part-c')) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
        await realFileSystem.unlink(path);
      },
    };
    const { store } = await opened(await temporaryFolder(), { fs: failingFlush(clinging, 'part-c') });
    const [c, d] = [await finishedPart(store.partsFolder, 'c'), await finishedPart(store.partsFolder, 'd')];
    const [first, second] = await Promise.allSettled([store.put([c]), store.put([d])]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'disk-error' } });
    expect(second).toMatchObject({ status: 'fulfilled' });
    expect(store.bindKnown(editionOf(['c', 'd']))).toEqual(['c']);
  });

  test('fails only after its running work has ended, and begins nothing further', async () => {
    const renamed: string[] = [];
    const underWay = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const fs: FileSystem = {
      ...realFileSystem,
      rename: async (from, to) => {
        const name = /part-\w$/.exec(from)?.[0];
        if (name !== undefined) {
          renamed.push(name);
          if (name === 'part-a') throw Object.assign(new Error('input/output error'), { code: 'EIO' });
          if (name === 'part-c') underWay.resolve();
          await mayEnd.promise;
        }
        await realFileSystem.rename(from, to);
      },
    };
    const { store } = await opened(await temporaryFolder(), { fs });
    const parts = await Promise.all(
      [...'abcdefghijklmnopqrstuvwxyz'].map((id) => finishedPart(store.partsFolder, id)),
    );
    let isOver = false;
    const put = Promise.allSettled([store.put(parts)]).then(([result]) => {
      isOver = true;
      return result;
    });
    await underWay.promise;
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    mayEnd.resolve();
    expect(await put).toMatchObject({ status: 'rejected', reason: { code: 'disk-error' } });
    // So many are in line at a time.
    expect(renamed).toHaveLength(16);
  });

  test('is shared by many callers', async () => {
    const folder = await temporaryFolder();
    const notes: string[] = [];
    const { store } = await opened(folder, { fs: noting(notes) });
    const parts = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        finishedPart(store.partsFolder, `file ${number}`, { size: 100 }),
      ),
    );
    notes.length = 0;
    await Promise.all(parts.map((part) => store.put([part])));
    expect(notes.filter((note) => note.startsWith('flush object')).length).toBeLessThan(5);
    expect(store.storage()).toMatchObject({ objects: 200, bytes: 20_000 });
    for (const part of parts) expect((await stat(objectPath(folder, part.sha256))).size).toBe(100);
  });
});
