import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sealed, unsealed } from '../../src/main/ground/durable-file.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath, sidecarPath } from '../../src/main/store/objects/layout.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { download, editionOf, mediaFile, source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { isOnDisk, show } from './support/shows.ts';

const elsewhere = 'cms.example/api/v1.0 playlist 2';

describe('staged, active and previous', () => {
  test('an update makes the old edition the previous one', async () => {
    const { store } = await opened(await temporaryFolder());
    const first = await show(store, ['a']);
    const second = await show(store, ['b']);
    expect(store.editions().map(({ id, state, complete }) => [id, state, complete])).toEqual([
      [second.id, 'active', true],
      [first.id, 'previous', true],
    ]);
  });

  test('a manifest is on the disk before its row says staged', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    const edition = editionOf(['a']);
    await store.stage(edition);
    expect(await readdir(layoutOf(folder).editions)).toEqual([`${edition.id}.json`]);
    expect(await readFile(sidecarPath(folder, edition.id), 'utf8')).toContain(JSON.stringify(edition));
  });

  test('a second staged edition replaces the first', async () => {
    const { store } = await opened(await temporaryFolder());
    const [first, second] = [editionOf(['a']), editionOf(['b'])];
    await store.stage(first);
    await store.stage(second);
    expect(store.staged()?.edition).toEqual(second);
    await expect(store.activate(first.id, true)).rejects.toMatchObject({ code: 'edition-not-staged' });
    store.dropStaged();
    expect(store.staged()).toBeNull();
  });

  test('the previous edition becomes active again when the CMS returns to it', async () => {
    const { store } = await opened(await temporaryFolder());
    const first = await show(store, ['a']);
    const second = await show(store, ['b']);
    const again = await show(store, ['a']);
    expect(again).toMatchObject({ id: first.id, fetched: [] });
    expect(store.editions().map(({ id, state }) => [id, state])).toEqual([
      [first.id, 'active'],
      [second.id, 'previous'],
    ]);
  });

  test('staging the active edition drops the staged one', async () => {
    const { store } = await opened(await temporaryFolder());
    const first = await show(store, ['a']);
    await store.stage(editionOf(['b']));
    await store.stage(first);
    expect(store.staged()).toBeNull();
    await store.activate(first.id, true);
    expect(store.editions()).toHaveLength(1);
  });

  test('an edition that was activated incomplete becomes complete once', async () => {
    const folder = await temporaryFolder();
    const first = await opened(folder);
    const edition = editionOf(['a', 'b']);
    await first.store.stage(edition);
    await first.store.activate(edition.id, false);
    expect(first.store.active()?.complete).toBe(false);
    first.store.markComplete(edition.id);
    first.store.markComplete('another');
    await first.store.close();
    const { store } = await opened(folder);
    expect(store.active()?.complete).toBe(true);
  });

  test('an edition whose id could become a path is refused', async () => {
    const { store } = await opened(await temporaryFolder());
    await expect(store.stage({ ...editionOf(['a']), id: '../../etc' })).rejects.toThrow(/edition id/);
    expect(store.staged()).toBeNull();
  });

  test('media files with hostile ids are data and nothing else', async () => {
    const { store } = await opened(await temporaryFolder());
    const ids = [
      '__proto__',
      'constructor',
      '../../x',
      "'; DROP TABLE object; --",
      'a\u0000b',
      '🙂'.repeat(500),
    ];
    const edition = JSON.parse(JSON.stringify(editionOf(ids.slice(1).map((id) => mediaFile(id)))));
    await store.stage(edition);
    expect(store.bindKnown(edition).toSorted()).toEqual(ids.slice(1).toSorted());
    await store.activate(edition.id, false);
    expect(store.active()?.edition).toEqual(edition);
  });
});

describe('rolling back', () => {
  test('swaps active and previous, drops the staged edition and records the one left', async () => {
    const folder = await temporaryFolder();
    const first = await opened(folder);
    const old = await show(first.store, ['a']);
    const left = await show(first.store, ['b']);
    await first.store.stage(editionOf(['c']));
    expect((await first.store.rollback()).edition.id).toBe(old.id);
    await first.store.close();

    const { store } = await opened(folder);
    expect(store.active()?.edition.id).toBe(old.id);
    expect(store.staged()).toBeNull();
    expect(store.rolledBackFrom()).toBe(left.id);
    expect(store.bindKnown(left)).toEqual([]);
    store.forgetRolledBack();
    expect(store.rolledBackFrom()).toBeNull();
  });

  test('needs a previous edition', async () => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a']);
    await expect(store.rollback()).rejects.toMatchObject({ code: 'no-previous-edition', kind: 'permanent' });
  });

  test('to an edition that has lost an object marks it incomplete', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    const old = await show(store, ['a', 'b']);
    await show(store, ['b']);
    const lost = store.holdings(old).objects.get('a')?.sha256 ?? '';
    await rm(objectPath(folder, lost));
    await store.suspect(lost);
    expect(await store.rollback()).toMatchObject({ edition: { id: old.id }, complete: false });
  });

  test('survives the loss of the database', async () => {
    const folder = await temporaryFolder();
    const first = await opened(folder);
    const old = await show(first.store, ['a']);
    first.store.keepAssignee(source, { id: '5', name: 'Lobby' });
    const left = await show(first.store, ['b']);
    await first.store.rollback();
    await first.store.close();
    await writeFile(layoutOf(folder).database, 'gone');
    const { store } = await opened(folder);
    expect([store.active()?.edition.id, store.rolledBackFrom()]).toEqual([old.id, left.id]);
    expect(store.assignee(source)).toEqual({ id: '5', name: 'Lobby' });
  });
});

test('a pointer of earlier versions, which does not say what the source follows, is read', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  const edition = await show(first.store, ['a']);
  await first.store.close();
  const { pointer, database } = layoutOf(folder);
  const { assignee: _, ...earlier } = unsealed(await readFile(pointer, 'utf8')) as { assignee: unknown };
  await writeFile(pointer, sealed(earlier));
  await writeFile(database, 'gone');
  const { store } = await opened(folder);
  // Without a pointer it would be taken for incomplete.
  expect(store.active()).toMatchObject({ edition: { id: edition.id }, complete: true });
  expect(store.assignee(source)).toBeNull();
});

describe('another source', () => {
  test('inherits nothing, and returning to the old source finds it unchanged', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    const old = await show(store, ['a', 'b']);
    let changes = 0;
    store.onHoldingsChanged(() => changes++);
    store.useSource(elsewhere);
    expect(changes).toBe(1);
    expect([store.active(), store.staged(), store.editions()]).toEqual([null, null, []]);

    store.useSource(source);
    expect(store.active()?.edition.id).toBe(old.id);
    expect(store.bindKnown(old)).toEqual([]);
  });

  test('keeps the previous show until it has an edition, also when space is short', async () => {
    const { store } = await opened(await temporaryFolder());
    const old = await show(store, ['a']);
    store.useSource(elsewhere);
    expect(store.show()?.edition.id).toBe(old.id);
    await store.stage(editionOf(['b'], elsewhere));
    await store.makeSpace(Number.MAX_SAFE_INTEGER);
    expect(store.show()?.edition.id).toBe(old.id);
    expect(store.holdings(old).objects.has('a')).toBe(true);
    const now = await show(store, ['b'], { source: elsewhere });
    expect(store.show()?.edition.id).toBe(now.id);
  });

  test('shares objects by hash but not by marker', async () => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a', 'b']);
    const [a] = store.holdings(editionOf(['a', 'b'])).objects.values();
    const edition = editionOf(
      [
        mediaFile('a'),
        mediaFile('x', {
          download: download('x', { hashes: [{ algorithm: 'sha256', hex: a?.sha256 ?? '' }] }),
        }),
      ],
      elsewhere,
    );
    store.useSource(elsewhere);
    expect(store.bindKnown(edition)).toEqual(['a']);
    expect([...store.holdings(edition).objects.keys()]).toEqual(['x']);
  });

  test('replaces the old source and its files with its first edition', async () => {
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    await show(store, ['a']);
    store.useSource(elsewhere);
    await store.reclaim();
    expect(isOnDisk(folder, 'a')).toBe(true);
    const now = await show(store, ['b'], { source: elsewhere });
    await store.reclaim();
    expect(isOnDisk(folder, 'a')).toBe(false);
    store.useSource(source);
    expect(store.active()).toBeNull();
    store.useSource(elsewhere);
    expect(store.active()?.edition.id).toBe(now.id);
  });

  test('is in use once it has a staged edition', async () => {
    const { store } = await opened(await temporaryFolder());
    await show(store, ['a']);
    await store.stage(editionOf(['a'], elsewhere));
    expect(store.active()).toBeNull();
    expect(store.staged()?.edition.source).toBe(elsewhere);
  });
});

test('unneeded manifests are removed', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  for (const name of ['a', 'b', 'c', 'd']) await show(store, [name]);
  await store.reclaim();
  expect(await readdir(layoutOf(folder).editions)).toHaveLength(3);
});

test('updates that are replaced before they become active leave nothing behind', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const active = await show(store, ['a']);
  for (const name of ['b', 'c', 'd', 'e']) await store.stage(editionOf([name]));
  const kept = [`${active.id}.json`, 'current.json', `${editionOf(['e']).id}.json`].toSorted();
  expect((await readdir(layoutOf(folder).editions)).toSorted()).toEqual(kept);
  await store.close();
  const database = await openDatabase(layoutOf(folder).database);
  onTestFinished(() => database.close());
  expect(database.all('SELECT id FROM edition')).toHaveLength(2);
});

test('an update is staged although the disk does not remove the one before', async () => {
  const folder = await temporaryFolder();
  let refuses = false;
  const fs: FileSystem = {
    ...realFileSystem,
    unlink: async (path) => {
      if (refuses) throw Object.assign(new Error('structure needs cleaning'), { code: 'EUCLEAN' });
      await realFileSystem.unlink(path);
    },
  };
  const { store, lines } = await opened(folder, { fs });
  await store.stage(editionOf(['a']));
  refuses = true;
  const next = await show(store, ['b']);
  expect(store.active()?.edition.id).toBe(next.id);
  expect(lines.map(({ message }) => message)).toContain('Unused editions stay on the disk');
});

test('lost sidecars and a lost pointer are rewritten at the next start', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  await show(first.store, ['a']);
  const edition = await show(first.store, ['b']);
  await first.store.close();
  await rm(layoutOf(folder).editions, { recursive: true });
  const second = await opened(folder);
  await second.store.close();
  await writeFile(layoutOf(folder).database, 'lost');
  const { store } = await opened(folder);
  expect(store.editions().map(({ id, state }) => [id === edition.id, state])).toEqual([
    [true, 'active'],
    [false, 'previous'],
  ]);
});
