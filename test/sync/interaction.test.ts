import { expect, test } from 'vitest';
import { touchPages } from '../../src/main/edition/touch-pages.ts';
import { editionFaults } from '../../src/main/schedule/edition-faults.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

test('what a touch opens comes from device, group and entry of the CMS', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const [pictureId = ''] = addPictures(content, playlistId, 1);
  const guide = content.addWebPage('Guide', 'https://guide.example/', '{"X-Shop":"4"}');
  const board = content.addWebPage('Board', 'https://board.example/', '{}');
  const plain = content.entriesOf(Number(playlistId))[0]?.id ?? 0;
  const own = content.addEntry(Number(playlistId), { media_file_id: board.id, interaction_enabled: 1 });
  const other = content.addEntry(Number(playlistId), {
    media_file_id: Number(pictureId),
    interaction_enabled: 1,
    interaction_timeout: 20,
    interactive_website: 'https://other.example/',
  });
  const group = content.addDeviceGroup({
    name: 'Shops',
    playlist_id: Number(playlistId),
    interaction_enabled: 1,
    interaction_timeout: 90,
    mediafile_id_as_interaction_website: guide.id,
  });
  const device = content.addDevice({ name: 'Till', device_group_id: group.id });
  const { sync, store } = await rig.open({ settings: { assignment: { kind: 'device', ref: 'Till' } } });
  const pages = async () => {
    await sync.once();
    return touchPages((store.active() ?? expect.fail()).edition);
  };
  const faults = () => editionFaults((store.active() ?? expect.fail()).edition).map(inEnglish);
  expect(await pages()).toEqual({
    screen: { address: 'https://guide.example/', headers: { 'X-Shop': '4' }, seconds: 90 },
    entries: {
      [own.id]: { address: 'https://board.example/', headers: {}, seconds: null },
      [other.id]: { address: 'https://other.example/', headers: {}, seconds: 20 },
    },
  });
  expect(faults()).toEqual([]);

  content.changeDevice(device.id, {
    interaction_enabled: 1,
    interactive_website: 'https://till.example/',
    mediafile_id_as_interaction_website: guide.id,
  });
  expect((await pages()).screen).toEqual({ address: 'https://till.example/', headers: {}, seconds: null });

  content.changeDevice(device.id, { interactive_website: 'till', mediafile_id_as_interaction_website: null });
  content.changeEntry(plain, { interaction_enabled: 1 });
  content.changeEntry(other.id, { interaction_timeout: -1 });
  expect((await pages()).screen).toBeNull();
  expect(faults()).toEqual([
    expect.stringMatching(
      /^In the CMS, .* for the screen is invalid: interactive_website "till"\. .* of the device or its group/,
    ),
    expect.stringMatching(
      /^Interaction is turned on in the CMS for the entry “.+”, but no web page is set: /,
    ),
    expect.stringMatching(/^In the CMS, .* for the entry “.+” is invalid: interaction_timeout -1\./),
  ]);

  content.changeDevice(device.id, { interaction_enabled: 0 });
  content.changeDeviceGroup(group.id, { mediafile_id_as_interaction_website: Number(pictureId) });
  expect((await pages()).screen).toBeNull();
  expect(faults()[0]).toMatch(
    /^Interaction is turned on in the CMS, but no web page is set: touching the screen has no effect\./,
  );
  content.changeDeviceGroup(group.id, { interaction_enabled: 0 });
  expect((await pages()).screen).toBeNull();
  expect(faults()).toHaveLength(2);
});
