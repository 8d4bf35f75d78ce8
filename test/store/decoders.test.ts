import { expect, test } from 'vitest';
import { opened, temporaryFolder } from './support/folder.ts';
import { show } from './support/shows.ts';

const hevc = 'video/mp4; codecs="hvc1.1.6.L93.B0"';
const plain = 'video/mp4; codecs="avc1.64001F"';
const prores = 'video/quicktime; codecs="apcn"';

test('verdicts of a browser on codecs accumulate across restarts', async () => {
  const folder = await temporaryFolder();
  const first = await opened(folder);
  const edition = await show(first.store, ['a']);
  first.store.learnDecoders({ browser: 'one/1', decodes: { [hevc]: false, [plain]: true } });
  first.store.learnDecoders({ browser: 'one/1', decodes: { [prores]: false } });
  await first.store.close();
  const { store } = await opened(folder);
  expect([...store.holdings(edition).undecodable]).toEqual([hevc, prores]);
});

test('another version of the browser replaces the verdicts', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = await show(store, ['a']);
  store.learnDecoders({ browser: 'one/1', decodes: { [hevc]: false, [prores]: false } });
  store.learnDecoders({ browser: 'one/2', decodes: { [hevc]: true } });
  expect([...store.holdings(edition).undecodable]).toEqual([]);
});

test('only changes are reported and written', async () => {
  const { store } = await opened(await temporaryFolder());
  let reported = 0;
  store.onHoldingsChanged(() => {
    reported += 1;
  });
  for (const _ of [1, 2, 3]) store.learnDecoders({ browser: 'one/1', decodes: { [hevc]: false } });
  expect(reported).toBe(1);
  const changes = store.totalChanges();
  store.learnDecoders({ browser: 'one/1', decodes: { [hevc]: false } });
  expect(store.totalChanges()).toBe(changes);
});

test('at most a thousand kinds of stream are kept', async () => {
  const { store } = await opened(await temporaryFolder());
  const edition = await show(store, ['a']);
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`video/${index}`, false]));
  store.learnDecoders({ browser: 'one/1', decodes: many });
  expect(store.holdings(edition).undecodable.size).toBe(1_000);
});
