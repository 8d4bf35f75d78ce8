import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadsOf } from '../support/fault-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';

test('row 13 · the next cycle downloads the quarantined object again, and nothing else', async () => {
  await using rig = await startRig();
  const [rotten = '', sound = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 2);
  const { sync, store } = await rig.open();
  await sync.once();
  const active = store.active() ?? expect.fail();
  const { sha256 = '' } = store.holdings(active.edition).objects.get(rotten) ?? {};
  const file = join(store.partsFolder, '..', 'objects', sha256.slice(0, 2), sha256);
  await writeFile(file, 'rotten');
  expect(await store.suspect(sha256)).toBe(false);
  expect(store.holdings(active.edition).objects.has(rotten)).toBe(false);

  expect(await sync.once()).toMatchObject({ changed: false, downloaded: 1, reused: 1, failed: [] });
  expect(store.active()).toMatchObject({ complete: true, edition: { id: active.edition.id } });
  expect(store.holdings(active.edition).objects.has(rotten)).toBe(true);
  expect(downloadsOf(rig.demo, rotten)).toHaveLength(2);
  expect(downloadsOf(rig.demo, sound)).toHaveLength(1);
  expect(await readdir(store.partsFolder)).toEqual([]);
  reportRow(13, { note: 'fetched again' });
});
