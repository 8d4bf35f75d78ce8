import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editionOf, source } from '../support/records.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { show } from './support/shows.ts';

/** Every file with what would tell that somebody wrote to it. */
function state(folder: string): unknown {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs, ctimeMs, ino } = statSync(join(folder, name));
      return { name, size, mtimeMs, ctimeMs, ino };
    });
}

test('a cycle that finds nothing new writes no row and touches no file', async () => {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  await show(store, ['a']);
  const edition = await show(store, ['a', 'b']);
  await store.reclaim();

  const [changes, files] = [store.totalChanges(), state(folder)];
  for (let cycle = 0; cycle < 3; cycle++) {
    store.useSource(source);
    expect(store.active()?.edition.id).toBe(edition.id);
    expect(store.bindKnown(edition)).toEqual([]);
    await store.stage(editionOf(['a', 'b']));
    store.dropStaged();
    await store.activate(edition.id, true);
    store.markComplete(edition.id);
    store.clearAttempt(source, 'marker a');
    store.clearStrikes('a');
    store.setRetryAfter('https://cms.example', null);
    store.cmsRetryAfter.set(null);
    store.forgetRolledBack();
    store.keep('1', []);
    expect(await store.makeSpace(0)).toBe(true);
    expect(await store.scrub()).toBeNull();
    await store.reclaim();
  }
  expect(store.totalChanges()).toBe(changes);
  expect(state(folder)).toEqual(files);
});

test('the edition in use is read once while nothing changes', async () => {
  const { store } = await opened(await temporaryFolder());
  await show(store, ['a']);
  expect(store.active()?.edition).toBe(store.active()?.edition);
});

test('a bound lookup uses memory while nothing changes', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = await show(store, ['a', 'b']);
  expect(store.holdings(edition).objects).toBe(store.holdings(edition).objects);
});
