import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectPath } from '../../src/main/store/objects/layout.ts';
import { manualClock, opened, temporaryFolder } from '../store/support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from '../store/support/parts.ts';
import { before, playing } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

const month = 30 * 24 * 3_600_000;

test('row 13 · bit rot: the scrub quarantines the object, it is skipped and downloaded, and the edition is whole again', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const a = sha256Of(bytesOf('a'));
  const rotten = bytesOf('a');
  rotten[1_234] = (rotten[1_234] ?? 0) ^ 1;
  await writeFile(objectPath(folder, a), rotten);

  const clock = manualClock();
  const { store, lines } = await opened(folder, { clock });
  let changes = 0;
  store.onHoldingsChanged(() => changes++);

  // Negative control: without the check the wrong bytes count as good.
  expect(store.holdings(before).objects.has('a')).toBe(true);
  expect(await store.scrub()).toBeNull();

  clock.pass(month);
  const seen = [await store.scrub(), await store.scrub()];
  expect(seen).toContainEqual({ sha256: a, sound: false });
  expect(await store.scrub()).toBeNull();
  expect(changes).toBe(1);
  expect([...store.holdings(before).objects.keys()]).toEqual(['b']);
  expect(store.active()).toMatchObject({ edition: { id: before.id }, complete: false });
  expect(await readdir(join(folder, 'quarantine'))).toHaveLength(1);
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);

  expect(store.bindKnown(before)).toEqual(['a']);
  await store.put([await finishedPart(store.partsFolder, 'a')]);
  store.markComplete(before.id);
  expect(sha256Of(await readFile(objectPath(folder, a)))).toBe(a);
  expect(store.active()?.complete).toBe(true);
  reportRow(13, { negativeControl: true, note: 'unscrubbed, wrong bytes play' });
});

test('row 13 · an object truncated or deleted while the player is off is found at the next start', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  await writeFile(objectPath(folder, sha256Of(bytesOf('a'))), bytesOf('a').subarray(0, 100));
  const { store } = await opened(folder);
  expect([...store.holdings(before).objects.keys()]).toEqual(['b']);
  expect(store.active()?.complete).toBe(false);
  expect(store.bindKnown(before)).toEqual(['a']);
});
