import { describe, expect, test } from 'vitest';
import type { SyncStatus } from '../../src/main/sync/report.ts';
import { downloadsOf, onDownload } from '../support/fault-downloads.ts';
import { gatedDownloads } from '../support/gated-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

describe('bandwidth, hours and progress', () => {
  test('all downloads together stay below the bandwidth limit', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 4, 100_000);
    const { sync } = await rig.open({ settings: { bytesPerSecond: 200_000, concurrency: 4 } });
    const before = performance.now();
    await sync.once();
    // The first second's worth comes at once.
    expect(performance.now() - before).toBeGreaterThan(900);
  });

  test('outside the download hours files are fetched only while nothing plays', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const soon = new Date(Date.now() + 7_200_000).toISOString().slice(11, 16);
    const later = new Date(Date.now() + 10_800_000).toISOString().slice(11, 16);
    const activated = Promise.withResolvers<void>();
    const { sync, store } = await rig.open({
      settings: { hours: { from: soon, to: later }, timeZone: 'UTC' },
      events: { activated: () => activated.resolve() },
    });
    sync.start();
    await activated.promise;
    const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 40);
    await expect.poll(() => store.staged()).not.toBeNull();
    await expect.poll(() => sync.status().downloads.queued).toBe(1);
    expect(downloadsOf(rig.demo, id)).toHaveLength(0);
    // A sync on demand downloads at once.
    expect(await sync.once()).toMatchObject({ downloaded: 1 });

    // It goes on when a scheduled visit comes in between.
    const [slow = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 41);
    const gate = gatedDownloads(rig);
    const cycle = sync.once();
    await expect.poll(() => gate.waiting.size).toBe(1);
    const looked = sync.status().lastSuccessAt;
    await expect.poll(() => sync.status().lastSuccessAt).not.toBe(looked);
    await expect.poll(() => sync.status().state).toBe('downloading');
    gate.releaseAll();
    expect(await cycle).toMatchObject({ downloaded: 1, failed: [] });
    expect(downloadsOf(rig.demo, slow)).toHaveLength(1);
  });

  test('the status reports progress in bytes, rate and time left', async () => {
    await using rig = await startRig();
    const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 2_000_000);
    const reported: SyncStatus[] = [];
    const { sync } = await rig.open({ events: { statusChanged: (status) => reported.push(status) } });
    onDownload(rig.demo, ({ response, bytes }) => {
      response.writeHead(200, { 'content-length': bytes.length });
      let sent = 0;
      const drip = setInterval(() => {
        response.write(bytes.subarray(sent, sent + 100_000));
        sent += 100_000;
        if (sent >= bytes.length) response.end(() => clearInterval(drip));
      }, 60);
      response.on('close', () => clearInterval(drip));
      return true;
    });
    await sync.once();
    const items = reported.flatMap(({ downloads }) => downloads.items);
    expect(items.some((item) => item.received > 0 && item.received < 2_000_000)).toBe(true);
    const rated = items.filter(({ bytesPerSecond }) => bytesPerSecond > 0);
    expect(rated.length).toBeGreaterThan(0);
    for (const item of rated) {
      expect(item).toMatchObject({ mediaFileId: id, name: 'Picture 1', size: 2_000_000 });
      expect(item.secondsLeft).toBeGreaterThanOrEqual(0);
    }
  });
});
