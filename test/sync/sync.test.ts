import { describe, expect, test } from 'vitest';
import { clockAt } from '../cms/support.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

describe('one cycle', () => {
  test('fetches the assigned playlist, and the next cycle finds nothing to do', async () => {
    await using rig = await startRig();
    const ids = addPictures(rig.demo.content, rig.demo.playlistId, 3);
    const { sync, store } = await rig.open();
    const first = await sync.once();
    expect(first).toMatchObject({ changed: true, downloaded: 3, reused: 0, failed: [] });
    expect(store.active()).toMatchObject({ complete: true, edition: { id: first.edition } });
    const active = store.active();
    expect([...store.holdings(active?.edition ?? expect.fail()).objects.keys()].sort()).toEqual(ids.sort());

    const changes = store.totalChanges();
    const second = await sync.once();
    expect(second).toMatchObject({
      edition: first.edition,
      changed: false,
      downloaded: 0,
      reused: 3,
      bytes: 0,
    });
    expect(store.totalChanges()).toBe(changes);
  });

  test('fetches only the new entry of an update', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 3);
    const { sync } = await rig.open();
    const first = await sync.once();
    addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 50);
    const second = await sync.once();
    expect(second).toMatchObject({ changed: true, downloaded: 1, reused: 3, failed: [] });
    expect(second.edition).not.toBe(first.edition);
  });
});

describe('after a clock correction', () => {
  test('the player fetches an entry that had seemed expired, without any change in the CMS', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const { content, playlistId } = rig.demo;
    const file = content.addFile({ name: 'x', fileName: 'x.png', mimeType: 'image/png' }, picture(9));
    content.addEntry(playlistId, {
      media_file_id: file.id,
      play_rule: 0,
      end_date: '2030-01-01',
      duration: 5,
    });
    const clock = clockAt(Date.UTC(2031, 0, 1));
    const { sync, store } = await rig.open({ clock });
    expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    expect(store.active()?.complete).toBe(true);
    clock.set(Date.UTC(2027, 0, 1));
    expect(await sync.once()).toMatchObject({ changed: false, downloaded: 1, failed: [] });
    // And once settled it stays so.
    expect(await sync.once()).toMatchObject({ downloaded: 0 });
  });
});
