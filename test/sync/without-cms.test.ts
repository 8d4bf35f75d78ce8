import { expect, test } from 'vitest';
import { identify } from '../../src/main/sync/canonical.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { type Rig, startRig } from '../support/rig.ts';

function takeAway({ demo }: Rig): void {
  demo.intercept = (_, response) => {
    response.writeHead(503).end();
    return true;
  };
}

test('an incomplete update takes over when what plays ends while the CMS is away', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const clock = new ManualClock({ at: '2026-11-29T12:00:00Z', realBelowMs: 120_000 });
  const file = content.addFile({ name: 'a', fileName: 'a.png', mimeType: 'image/png' }, picture(1));
  content.addEntry(playlistId, { media_file_id: file.id, play_rule: 0, end_date: '2026-11-29', duration: 5 });
  const { sync, store } = await rig.open({ clock, settings: { timeZone: 'UTC' } });
  const { edition } = await sync.once();
  const [, broken] = addPictures(content, playlistId, 2, 1000, 10);
  onDownload(rig.demo, ({ mediaFileId, response }) => {
    if (mediaFileId === broken) response.writeHead(500).end();
    return mediaFileId === broken;
  });
  expect(await sync.once()).toMatchObject({ edition, downloaded: 1 });
  takeAway(rig);
  await expect(sync.once()).rejects.toMatchObject({ kind: 'temporary' });
  expect(store.active()?.edition.id).toBe(edition);
  clock.set('2026-11-30T12:00:00Z');
  await expect(sync.once()).rejects.toMatchObject({ kind: 'temporary' });
  expect(store.active()).toMatchObject({ complete: false });
  expect(store.active()?.edition.id).not.toBe(edition);
});

test('an update that was ready when the power was cut takes over without the CMS', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 2);
  const first = await rig.open();
  await first.sync.once();
  const { id: _, ...shown } = first.store.active()?.edition ?? expect.fail();
  const ready = identify({ ...shown, settings: { ...shown.settings, volume: 0.5 } });
  await first.store.stage(ready);
  await first.close();
  takeAway(rig);
  const { sync, store } = await rig.open();
  await expect(sync.once()).rejects.toMatchObject({ kind: 'temporary' });
  expect(store.active()).toMatchObject({ edition: { id: ready.id }, complete: true });
});

test('an update that still misses a file keeps waiting without the CMS, also after a restart', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const first = await rig.open();
  const { edition } = await first.sync.once();
  addPictures(content, playlistId, 1, 1000, 10);
  onDownload(rig.demo, ({ response }) => {
    response.writeHead(500).end();
    return true;
  });
  await first.sync.once();
  await first.close();
  takeAway(rig);
  const { sync, store } = await rig.open();
  await expect(sync.once()).rejects.toMatchObject({ kind: 'temporary' });
  expect(store.active()?.edition.id).toBe(edition);
  expect(sync.status().downloads.goal).toBeNull();
});
