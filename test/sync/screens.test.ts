import { expect, test } from 'vitest';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

test('each screen plays its own playlist or the assigned one, and the media of all are fetched', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const other = content.addPlaylist({ name: 'Bar' });
  const shared = addPictures(content, playlistId, 2);
  const own = addPictures(content, String(other.id), 1, 1000, 50);
  const screens = { left: null, right: 'Bar', above: null };
  const { sync, store } = await rig.open({ settings: { screens } });
  expect(await sync.once()).toMatchObject({ downloaded: 3, failed: [] });
  const { edition } = store.active() ?? expect.fail();
  expect(edition.screens).toEqual({ left: playlistId, right: String(other.id), above: playlistId });
  expect([...store.holdings(edition).objects.keys()].sort()).toEqual([...shared, ...own].sort());
});

test('the assigned playlist is not fetched when no screen plays it', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const other = content.addPlaylist({ name: 'Bar' });
  addPictures(content, playlistId, 2);
  addPictures(content, String(other.id), 1, 1000, 50);
  const { sync, store } = await rig.open({ settings: { screens: { '1': 'Bar' } } });
  expect(await sync.once()).toMatchObject({ downloaded: 1 });
  expect(store.active()?.edition.screens).toEqual({ '1': String(other.id) });
});

test('a missing playlist of one screen keeps the edition of all screens', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const other = content.addPlaylist({ name: 'Bar' });
  addPictures(content, playlistId, 1);
  addPictures(content, String(other.id), 1, 1000, 50);
  const { sync, store } = await rig.open({ settings: { screens: { '1': null, '2': 'Bar' } } });
  const { edition } = await sync.once();
  content.removePlaylist(other.id);
  await expect(sync.once()).rejects.toMatchObject({ code: 'playlist-gone' });
  expect(store.active()?.edition.id).toBe(edition);
});
