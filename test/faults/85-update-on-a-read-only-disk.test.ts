import { expect, onTestFinished, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { OwnShelf } from '../../src/main/update/own-shelf.ts';
import { folderSource } from '../../src/main/update/source.ts';
import { UpdateRoot } from '../../src/main/update/update-root.ts';
import { reportRow } from '../support/report-row.ts';
import { playing } from '../update/support/facts.ts';
import { makePackage, publish, site } from '../update/support/site.ts';

/** The disk of the player's releases; a test makes it writable again. */
function readOnly() {
  const disk = { isReadOnly: true };
  const guarded = <Of extends readonly unknown[], Result>(act: (...of: Of) => Promise<Result>) => {
    return async (...of: Of): Promise<Result> => {
      // Files are read in other ways.
      if (disk.isReadOnly) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
      return act(...of);
    };
  };
  const { open, rename, unlink, mkdir, syncFolder } = realFileSystem;
  const fs = {
    ...realFileSystem,
    open: guarded(open),
    rename: guarded(rename),
    unlink: guarded(unlink),
    mkdir: guarded(mkdir),
    syncFolder: guarded(syncFolder),
  };
  return { disk, fs };
}

test('row 85 · an update on a read-only disk names the disk, and is installed once it is writable', async () => {
  const { publisher, server, player } = await site();
  onTestFinished(server.close);
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const { disk, fs } = readOnly();
  const { path } = player.root;
  const root = new UpdateRoot(fs, path);
  const updates = await player.open('factory', '1.0.0', { root, shelf: new OwnShelf(fs, path) });
  onTestFinished(() => updates.stop());
  const refusal = { code: 'disk-read-only', kind: 'temporary', sentence: { code: 'disk-read-only' } };

  await expect(updates.now()).rejects.toMatchObject(refusal);
  expect(updates.status()).toMatchObject({
    state: 'waiting',
    lastError: { code: 'disk-read-only', isLasting: false },
  });
  await expect(updates.hold(true)).rejects.toMatchObject(refusal);
  expect(await updates.see(playing)).toBe('stay');

  disk.isReadOnly = false;
  expect(await updates.now()).toMatchObject({ state: 'ready', lastError: null });
  expect(await updates.see(playing)).toBe('end');
  reportRow(85, { note: 'update: disk-read-only, fetched once the disk is writable' });
});

test('row 85 · a release on a stick is not blamed for the target disk', async () => {
  const { publisher, server, player } = await site();
  onTestFinished(server.close);
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const { disk, fs } = readOnly();
  const folder = publisher.needs.folder.path;
  const updates = await player.open('factory', '1.0.0', {
    folder: (path) => folderSource({ ...player.needs, fs }, path),
  });
  onTestFinished(() => updates.stop());
  await expect(updates.from(folder)).rejects.toMatchObject({ code: 'disk-read-only' });
  disk.isReadOnly = false;
  expect(await updates.from(folder)).toMatchObject({ state: 'ready' });
});
