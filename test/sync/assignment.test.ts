import { describe, expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { Sync } from '../../src/main/sync/sync.ts';
import type { SyncSettings } from '../../src/main/sync/sync-settings.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { addPictures } from '../support/pictures.ts';
import { type PlayerParts, type Rig, startRig } from '../support/rig.ts';

const refusal = (sync: Sync): Promise<VitrineError> =>
  sync.once().then(
    () => expect.fail('the cycle did not fail'),
    (error: unknown) => (error instanceof VitrineError ? error : expect.fail(String(error))),
  );

const playing = (parts: PlayerParts) => parts.store.active()?.edition ?? expect.fail('nothing plays');

const assigned = (rig: Rig, assignment: SyncSettings['assignment'], more: Partial<SyncSettings> = {}) =>
  rig.open({ settings: { assignment, source: JSON.stringify(assignment), ...more } });

describe('the assignment', () => {
  test.each([
    ['playlist', 'id', (rig: Rig) => rig.demo.playlistId],
    ['playlist', 'name', () => 'Welcome'],
    ['device', 'id', (rig: Rig) => rig.demo.deviceId],
    ['device', 'name', () => 'Demo screen'],
    ['deviceGroup', 'id', (rig: Rig) => rig.demo.deviceGroupId],
    ['deviceGroup', 'name', () => 'Demo group'],
  ] as const)('a %s by its %s', async (kind, _, ref) => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const parts = await assigned(rig, { kind, ref: ref(rig) });
    expect(await parts.sync.once()).toMatchObject({ downloaded: 1 });
    expect(playing(parts).screens).toEqual({ '1': rig.demo.playlistId });
  });

  test('finds a playlist by a name that looks like an id', async () => {
    await using rig = await startRig();
    const { id } = rig.demo.content.addPlaylist({ name: '2026' });
    const parts = await assigned(rig, { kind: 'playlist', ref: '2026' });
    await parts.sync.once();
    expect(playing(parts).screens).toEqual({ '1': String(id) });
  });

  test("prefers a device's values to its group's, field by field", async () => {
    await using rig = await startRig();
    rig.demo.content.changeDeviceGroup(rig.demo.deviceGroupId, {
      timezone: 'Asia/Tokyo',
      update_interval: 300,
      volume: 40,
    });
    rig.demo.content.changeDevice(rig.demo.deviceId, { volume: 70, timezone: null, update_interval: null });
    const parts = await assigned(rig, { kind: 'device', ref: rig.demo.deviceId });
    await parts.sync.once();
    expect(playing(parts).settings).toMatchObject({
      timeZone: 'Asia/Tokyo',
      updateInterval: 300,
      volume: 70,
    });
  });

  test.each([
    ['a zone that is none', { timezone: 'Mars/Olympus' }, { timezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    ['nor does that of its group', { timezone: 'Asia/Tokyo' }, { timezone: 'Mars/Olympus' }, 'Asia/Tokyo'],
    ['alone it is kept', { timezone: 'Mars/Olympus' }, { timezone: null }, 'Mars/Olympus'],
  ])('%s beats none that is', async (_, device, group, chosen) => {
    await using rig = await startRig();
    rig.demo.content.changeDevice(rig.demo.deviceId, device);
    rig.demo.content.changeDeviceGroup(rig.demo.deviceGroupId, group);
    const parts = await assigned(rig, { kind: 'device', ref: rig.demo.deviceId });
    await parts.sync.once();
    expect(playing(parts).settings.timeZone).toBe(chosen);
  });

  test('lets further screens play their configured playlists', async () => {
    await using rig = await startRig();
    const offers = rig.demo.content.addPlaylist({ name: 'Offers' });
    addPictures(rig.demo.content, String(offers.id), 2);
    const parts = await assigned(
      rig,
      { kind: 'device', ref: 'Demo screen' },
      { screens: { '1': null, '2': 'Offers' } },
    );
    expect(await parts.sync.once()).toMatchObject({ downloaded: 2 });
    expect(playing(parts).screens).toEqual({ '1': rig.demo.playlistId, '2': String(offers.id) });
  });

  test('includes nested playlists, each once, in every notation of the server', async () => {
    await using rig = await startRig({ variants: { nestedPlaylist: 'attachable' } });
    const { content, playlistId } = rig.demo;
    const inner = content.addPlaylist({ name: 'Inner' });
    content.addEntry(playlistId, { playlist_id_as_nested_playlist: inner.id });
    content.addEntry(inner.id, { playlist_id_as_nested_playlist: Number(playlistId) });
    addPictures(content, String(inner.id), 1);
    const parts = await assigned(rig, { kind: 'playlist', ref: playlistId });
    expect(await parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    const { playlists } = playing(parts);
    expect(Object.keys(playlists).sort()).toEqual([playlistId, String(inner.id)].sort());
    expect(playlists[playlistId]?.entries[0]?.nestedPlaylistId).toBe(String(inner.id));
  });

  test('needs no request for embedded media files', async () => {
    await using rig = await startRig({ variants: { entryMedia: 'embedded' } });
    addPictures(rig.demo.content, rig.demo.playlistId, 2);
    const parts = await assigned(rig, { kind: 'playlist', ref: rig.demo.playlistId });
    expect(await parts.sync.once()).toMatchObject({ downloaded: 2 });
    expect(rig.demo.requests.filter(({ path }) => /\/mediafile(?:\/\d+)?$/.test(path))).toEqual([]);
  });

  test('reads the list from a server without single media files', async () => {
    await using rig = await startRig({ variants: { extraEndpoints: false, downloadField: 'download_url' } });
    addPictures(rig.demo.content, rig.demo.playlistId, 2);
    const parts = await assigned(rig, { kind: 'playlist', ref: rig.demo.playlistId });
    await parts.sync.once();
    const requested = rig.demo.requests.length;
    expect(await parts.sync.once()).toMatchObject({ changed: false });
    expect(rig.demo.requests.slice(requested).map(({ path }) => path.replace(/^\/api\/v1\.0/, ''))).toEqual([
      `/playlist/${rig.demo.playlistId}`,
      '/mediafile',
    ]);
  });
});

describe('after a refusal of the CMS', () => {
  test('a missing playlist keeps the edition and gives an error', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const parts = await rig.open();
    const { edition } = await parts.sync.once();
    rig.demo.content.removePlaylist(rig.demo.playlistId);
    expect(await refusal(parts.sync)).toMatchObject({ code: 'playlist-gone', kind: 'permanent' });
    expect(playing(parts).id).toBe(edition);
    expect(parts.sync.status()).toMatchObject({ state: 'waiting', lastError: { code: 'playlist-gone' } });
  });

  test('the error about an unknown device names known ones', async () => {
    await using rig = await startRig();
    const parts = await assigned(rig, { kind: 'device', ref: 'Kiosk 9' });
    const error = await refusal(parts.sync);
    expect(error).toMatchObject({ code: 'assignment-not-found' });
    expect(inEnglish(error.remedy ?? verbatim(''))).toContain('Demo screen');
  });

  test('an empty assignment shows the idle screen after a second reading confirms it', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const parts = await rig.open({ settings: { assignment: { kind: 'device', ref: 'Demo screen' } } });
    await parts.sync.once();
    rig.demo.content.changeDeviceGroup(rig.demo.deviceGroupId, { playlist_id: null });
    const requested = rig.demo.requests.length;
    expect(await parts.sync.once()).toMatchObject({ changed: true });
    expect(
      rig.demo.requests.slice(requested).filter(({ path }) => path.endsWith('/devicegroup')),
    ).toHaveLength(2);
    expect(playing(parts)).toMatchObject({ screens: {}, playlists: {} });
    rig.demo.content.changeDeviceGroup(rig.demo.deviceGroupId, { playlist_id: Number(rig.demo.playlistId) });
    expect(await parts.sync.once()).toMatchObject({ changed: true, downloaded: 0, reused: 1 });
  });

  test('another assignment on the same folder is another source and inherits nothing', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const first = await rig.open();
    const { edition } = await first.sync.once();
    await first.close();
    const other = rig.demo.content.addPlaylist({ name: 'Other' });
    addPictures(rig.demo.content, String(other.id), 1, 300, 5);
    const second = await assigned(rig, { kind: 'playlist', ref: String(other.id) });
    expect(await second.sync.once()).toMatchObject({ changed: true, failed: [] });
    expect(playing(second).id).not.toBe(edition);
    expect(playing(second).screens).toEqual({ '1': String(other.id) });
  });

  test('a rollback holds until the CMS gives another edition than the one left', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const parts = await rig.open();
    const { edition: first } = await parts.sync.once();
    addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 20);
    const { edition: second } = await parts.sync.once();
    await parts.store.rollback();
    expect(await parts.sync.once()).toMatchObject({ edition: first, changed: false });
    expect(await parts.sync.once()).toMatchObject({ edition: first, changed: false });
    addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 30);
    const third = await parts.sync.once();
    expect(third).toMatchObject({ changed: true, failed: [] });
    expect([first, second]).not.toContain(third.edition);
  });
});
