import { expect, test } from 'vitest';
import { screenSettings } from '../../src/main/schedule/screen-settings.ts';
import { openLook } from '../support/look.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

const here = {
  screen: openLook,
  player: { sync: 'free', atBoundary: 'cut', memoryMiB: null, restartAt: null, restartMachine: null },
} as const;

test('the logo of a group is fetched and verified like other media, and keeps its corner', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const logo = content.addFile({ name: 'Logo', fileName: 'logo.png', mimeType: 'image/png' }, picture(77));
  const group = content.addDeviceGroup({
    name: 'Shops',
    playlist_id: Number(playlistId),
    is_channel_logo_active: 1,
    channel_logo_media_file_id: logo.id,
    channel_logo_position: 'bottom_left',
  });
  const assignment = { kind: 'deviceGroup', ref: 'Shops' } as const;
  const { sync, store } = await rig.open({ settings: { assignment } });
  expect(await sync.once()).toMatchObject({ downloaded: 2, failed: [] });
  const { edition, complete } = store.active() ?? expect.fail();
  expect(complete).toBe(true);
  expect(edition.settings.logo).toEqual({ mediaFileId: String(logo.id), position: 'bottom_left' });
  const held = store.holdings(edition).objects.get(String(logo.id));
  expect(screenSettings(edition.settings, here, { logo: held }).logo).toEqual({
    source: `media/${held?.sha256}.png`,
    position: 'bottom-left',
  });
  expect(screenSettings(edition.settings, here).logo).toBeNull();

  content.changeDeviceGroup(group.id, { is_channel_logo_active: 0 });
  await sync.once();
  expect(store.active()?.edition.settings).not.toHaveProperty('logo');
});

test('a logo alone is no show, and a logo that fails does not delay the show', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const [shown = ''] = addPictures(content, playlistId, 1);
  const gone = content.addFile({ name: 'Logo', fileName: 'logo.png', mimeType: 'image/png' }, picture(77));
  content.addDeviceGroup({
    name: 'Shops',
    playlist_id: Number(playlistId),
    is_channel_logo_active: 1,
    channel_logo_media_file_id: gone.id,
  });
  content.bytes.delete(gone.id);
  const assignment = { kind: 'deviceGroup', ref: 'Shops' } as const;
  const { sync, store } = await rig.open({ settings: { assignment } });
  expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [{ mediaFileId: String(gone.id) }] });
  const { edition } = store.active() ?? expect.fail();
  expect([...store.holdings(edition).objects.keys()]).toEqual([shown]);
});
