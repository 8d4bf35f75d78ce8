import { expect, test } from 'vitest';
import type { ZoneRecord } from '../../src/main/edition/records.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

const place = { left: 0, top: 0, width: '50%', height: '50%' };
const zone = (id: string, playlist: string | null): ZoneRecord => ({
  id,
  ...place,
  playlist,
  fit: null,
  sound: null,
});
const group = { kind: 'deviceGroup' as const, ref: 'Zoned' };

test('each zone of a group has its own playlist, and the media of all zones are fetched', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const side = content.addPlaylist({ name: 'Side' });
  const ids = [...addPictures(content, playlistId, 2), ...addPictures(content, String(side.id), 1, 1000, 50)];
  const frames = [
    { ...place, name: 'main' },
    { ...place, left: '50%', name: 'side', playlist_id: side.id },
  ];
  const { id } = content.addDeviceGroup({
    name: 'Zoned',
    playlist_id: Number(playlistId),
    multi_frame: frames,
  });
  const { sync, store } = await rig.open({ settings: { assignment: group } });
  expect(await sync.once()).toMatchObject({ downloaded: 3, failed: [] });
  const { edition } = store.active() ?? expect.fail();
  expect(edition.screens).toEqual({ '1/main': playlistId, '1/side': String(side.id) });
  expect(edition.zones).toMatchObject({ '1': [{ id: 'main' }, { id: 'side', left: '50%' }] });
  expect(edition.settings).not.toHaveProperty('zones');
  expect([...store.holdings(edition).objects.keys()].sort()).toEqual(ids.sort());

  content.changeDeviceGroup(id, { multi_frame: null });
  await sync.once();
  expect(store.active()?.edition.screens).toEqual({ '1': playlistId });
  expect(store.active()?.edition).not.toHaveProperty('zones');
});

test('configured zones override those of the CMS, take playlist names, and an empty list leaves the screen undivided', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  content.addPlaylist({ name: 'Bar' });
  const frames = [{ ...place, name: 'theirs' }];
  content.addDeviceGroup({ name: 'Zoned', playlist_id: Number(playlistId), multi_frame: frames });
  const zones = { a: [zone('ours', 'Bar'), zone('rest', null)], b: [] };
  const screens = { a: null, b: null, c: null };
  const { sync, store } = await rig.open({ settings: { assignment: group, zones, screens } });
  await sync.once();
  const { edition } = store.active() ?? expect.fail();
  expect(Object.keys(edition.screens)).toEqual(['a/ours', 'a/rest', 'b', 'c/theirs']);
  expect(edition.screens).toMatchObject({ 'a/rest': playlistId, b: playlistId });
});

test('a zone without its playlist stays empty, and an update without any zone playlist changes nothing', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const zones = { '1': [zone('main', playlistId), zone('side', 'nowhere'), zone('no', '99')] };
  const { sync, store } = await rig.open({ settings: { zones } });
  await sync.once();
  const { edition } = store.active() ?? expect.fail();
  expect(edition.screens).toEqual({ '1/main': playlistId, '1/side': 'nowhere', '1/no': '99' });
  expect(Object.keys(edition.playlists)).toEqual([playlistId]);
  content.removePlaylist(playlistId);
  await expect(sync.once()).rejects.toMatchObject({ code: 'playlist-gone' });
  expect(store.active()?.edition.id).toBe(edition.id);
});

test('invalid zones leave the whole screen to the assigned playlist', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const zones = { '1': [{ ...zone('flat', playlistId), height: 0 }] };
  const { sync, store } = await rig.open({ settings: { zones } });
  await sync.once();
  expect(store.active()?.edition.screens).toEqual({ '1': playlistId });
  expect(store.active()?.edition.zones).toEqual(zones);
});
