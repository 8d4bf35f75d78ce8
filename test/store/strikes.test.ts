import { expect, test } from 'vitest';
import { download, editionOf, mediaFile } from '../support/records.ts';
import { manualClock, opened, temporaryFolder } from './support/folder.ts';
import { finishedPart } from './support/parts.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

const hour = 3_600_000;

test('three strikes put a media file aside for a day, over restarts', async () => {
  const folder = await temporaryFolder();
  const clock = manualClock();
  const first = await opened(folder, { clock });
  const edition = await show(first.store, ['a', 'b']);
  for (const expected of [0, 0, 1]) {
    first.store.strike('a', 'codec not supported');
    expect(first.store.holdings(edition).putAside.size).toBe(expected);
  }
  await first.store.close();

  const { store } = await opened(folder, { clock });
  expect([...store.holdings(edition).putAside]).toEqual([['a', 'codec not supported']]);
  expect(store.holdings(edition).objects.has('a')).toBe(true);
  clock.pass(25 * hour);
  expect(store.holdings(edition).putAside.size).toBe(0);
});

test('a new content starts without strikes', async () => {
  const { store } = await opened(await temporaryFolder());
  await show(store, ['a']);
  for (let time = 0; time < 3; time++) store.strike('a', 'broken');
  const next = editionOf([mediaFile('a', { download: download('a', { marker: 'mended' }) })]);
  await store.stage(next);
  await store.put([await finishedPart(store.partsFolder, 'a', { marker: 'mended', name: 'mended' })]);
  expect(store.holdings(next).putAside.size).toBe(0);
});

test('a successful showing resets the strikes, and a clock that leapt back does not hold a file for years', async () => {
  const clock = manualClock();
  const { store } = await opened(await temporaryFolder(), { clock });
  const edition = await show(store, ['a']);
  store.strike('a', 'slow');
  store.strike('a', 'slow');
  store.clearStrikes('a');
  store.strike('a', 'slow');
  expect(store.holdings(edition).putAside.size).toBe(0);
  store.strike('a', 'slow');
  store.strike('a', 'slow');
  expect(store.holdings(edition).putAside.size).toBe(1);
  clock.set(clock.now() - 365 * 24 * hour);
  expect(store.holdings(edition).putAside.size).toBe(0);
});

test('a strike on the disk is not written again with each showing', async () => {
  const { store } = await opened(await temporaryFolder());
  await show(store, ['a']);
  const written = (number: number): number => {
    const before = store.totalChanges();
    store.proof.start(showing(number));
    return store.totalChanges() - before;
  };
  const usual = written(1);
  store.strike('a', 'codec');
  expect(written(2)).toBe(usual);
});

test('web pages have strikes too', async () => {
  const { store } = await opened(await temporaryFolder());
  const page = editionOf([{ ...mediaFile('page'), kind: 'page', download: null }]);
  await store.stage(page);
  await store.activate(page.id, true);
  for (let time = 0; time < 3; time++) store.strike('page', 'it hangs');
  expect([...store.holdings(page).putAside]).toEqual([['page', 'it hangs']]);
});

test('a strike changes holdings and is reported', async () => {
  const { store } = await opened(await temporaryFolder());
  await show(store, ['a']);
  let changes = 0;
  store.onHoldingsChanged(() => changes++);
  store.strike('a', 'x');
  expect(changes).toBe(1);
});

test('a failure in the show of another source counts for that source', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = await show(store, ['a']);
  store.useSource('one that has nothing yet');
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  expect([...store.holdings(edition).putAside.keys()]).toEqual(['a']);
});
