import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { objectPath } from '../../src/main/store/layout.ts';
import { editionOf, source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { finishedPart, sha256Of } from './support/parts.ts';

describe('an edition on its way', () => {
  test('is staged, filled, activated and found again after a restart', async () => {
    const folder = await temporaryFolder();
    const edition = editionOf(['a', 'b']);
    const first = await opened(folder);
    first.store.useSource(source);
    await first.store.stage(edition);
    expect(first.store.bindKnown(edition)).toEqual(['a', 'b']);
    const a = await finishedPart(first.store.partsFolder, 'a');
    const b = await finishedPart(first.store.partsFolder, 'b');
    await Promise.all([first.store.put([a]), first.store.put([b])]);
    expect(first.store.bindKnown(edition)).toEqual([]);
    await first.store.activate(edition.id, true);
    await first.store.close();

    const { store } = await opened(folder);
    expect(store.active()).toMatchObject({ edition, state: 'active', complete: true });
    expect([...store.holdings(edition).objects.keys()].toSorted()).toEqual(['a', 'b']);
    expect(sha256Of(await readFile(objectPath(folder, a.sha256)))).toBe(a.sha256);
    expect(store.storage()).toMatchObject({ objects: 2, bytes: 4_000 });
  });
});
