import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { downloadsOf, etagOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { flushingAfter } from '../support/flushing-after.ts';
import { gatedDownloads } from '../support/gated-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';
import { until } from '../support/until.ts';

describe('a download that is superseded, paused or stopped', () => {
  test('is fetched once when it is reordered while it waits for its own part', async () => {
    await using rig = await startRig();
    const { demo } = rig;
    const [other = ''] = addPictures(demo.content, demo.playlistId, 1);
    const [id = ''] = addPictures(demo.content, demo.playlistId, 1, 3_000_000, 20);
    const puttingAway = Promise.withResolvers<void>();
    const mayPutAway = Promise.withResolvers<void>();
    using _opened = { [Symbol.dispose]: mayPutAway.resolve };
    const fs: FileSystem = {
      ...realFileSystem,
      open: async (path, flags) => {
        if (/parts\W\w+\.json\.new$/.test(path)) {
          puttingAway.resolve();
          await mayPutAway.promise;
        }
        return realFileSystem.open(path, flags);
      },
    };
    const activated = Promise.withResolvers<void>();
    const { sync } = await rig.open({
      fs,
      events: { activated: () => activated.resolve() },
      limits: { silenceMs: 20_000, floorWindowMs: 20_000 },
    });
    const again = Promise.withResolvers<void>();
    onDownload(demo, ({ mediaFileId, attempt, response, bytes }) => {
      if (mediaFileId === other) return true;
      response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
      if (attempt === 1) response.write(bytes.subarray(0, 2_500_000));
      else void again.promise.then(() => response.end(bytes));
      return true;
    });
    const received = () => Math.max(0, ...sync.status().downloads.items.map((item) => item.received));
    sync.start();
    await expect.poll(received).toBeGreaterThan(2_000_000);
    sync.pause();
    await puttingAway.promise;
    for (const entry of demo.content.entriesOf(demo.playlistId)) {
      if (String(entry.media_file_id) === other) demo.content.removeEntry(entry.id);
    }
    const looked = async (): Promise<void> => {
      const before = sync.status().lastSuccessAt;
      await expect.poll(() => sync.status().lastSuccessAt).not.toBe(before);
    };
    sync.resume();
    await looked();
    mayPutAway.resolve();
    await expect.poll(() => downloadsOf(demo, id).length).toBeGreaterThan(1);
    await looked();
    expect(downloadsOf(demo, id)).toHaveLength(2);
    again.resolve();
    await activated.promise;
  });

  test('still activates the update when it ends during the stop', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const flushing = Promise.withResolvers<void>();
    const mayFlush = Promise.withResolvers<void>();
    const fs = flushingAfter(async () => {
      flushing.resolve();
      await mayFlush.promise;
    });
    const { sync, store } = await rig.open({ fs });
    sync.start();
    await flushing.promise;
    const stopped = sync.stop();
    mayFlush.resolve();
    await stopped;
    expect(store.active()?.complete).toBe(true);
  });

  test('is retried when its flush and the removal of its part fail', async () => {
    await using rig = await startRig();
    const [id] = addPictures(rig.demo.content, rig.demo.playlistId, 1);
    let failing = true;
    const failWith = (code: string): void => {
      if (failing) throw Object.assign(new Error('refused'), { code });
    };
    const fs: FileSystem = {
      ...flushingAfter(async () => failWith('EIO')),
      unlink: async (path) => {
        failWith('EROFS');
        await realFileSystem.unlink(path);
      },
    };
    const { sync } = await rig.open({ fs });
    expect(await sync.once()).toMatchObject({
      downloaded: 0,
      failed: [{ mediaFileId: id, code: 'disk-error' }],
    });
    failing = false;
    expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });

  test('is cancelled and its part removed when the next edition does not need it', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const { sync, store } = await rig.open();
    await sync.once();
    const [unwanted = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 3_000_000, 20);
    const closed = Promise.withResolvers<void>();
    onDownload(rig.demo, ({ mediaFileId, response, bytes }) => {
      if (mediaFileId !== unwanted) return false;
      response.on('close', () => closed.resolve());
      response
        .writeHead(200, { 'content-length': bytes.length, etag: '"x"' })
        .write(bytes.subarray(0, 2_500_000));
      return true;
    });
    const first = sync.once();
    await expect.poll(() => sync.status().downloads.items[0]?.received ?? 0).toBeGreaterThan(2_000_000);
    for (const entry of rig.demo.content.entriesOf(rig.demo.playlistId)) {
      if (String(entry.media_file_id) === unwanted) rig.demo.content.removeEntry(entry.id);
    }
    await sync.once();
    await closed.promise;
    await first;
    addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 30);
    await sync.once();
    expect(await readdir(store.partsFolder)).toEqual([]);
  });

  test('stops on pause and continues from its part on resume', async () => {
    await using rig = await startRig();
    const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 3_000_000);
    const held = Promise.withResolvers<void>();
    const { sync } = await rig.open({ events: { activated: () => held.resolve() } });
    let stuck: ServerResponse | null = null;
    onDownload(rig.demo, ({ attempt, response, bytes }) => {
      if (attempt > 1) return false;
      stuck = response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
      response.write(bytes.subarray(0, 2_500_000));
      return true;
    });
    sync.start();
    await expect.poll(() => sync.status().downloads.items[0]?.received ?? 0).toBeGreaterThan(2_000_000);
    sync.pause();
    expect(sync.status().state).toBe('paused');
    await expect.poll(() => (stuck as ServerResponse | null)?.destroyed).toBe(true);
    expect(downloadsOf(rig.demo, id)).toHaveLength(1);
    sync.resume();
    await held.promise;
    expect(downloadsOf(rig.demo, id)[1]?.headers.range).toMatch(/^bytes=2\d{6}-$/);
  });

  test('ends soon after a stop and keeps the received bytes', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1, 3_000_000);
    const first = await rig.open();
    onDownload(rig.demo, ({ attempt, response, bytes }) => {
      if (attempt > 1) return false;
      response.writeHead(200, {
        'content-length': bytes.length,
        'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT',
      });
      response.write(bytes.subarray(0, 2_500_000));
      return true;
    });
    const cycle = first.sync.once();
    await expect.poll(() => first.sync.status().downloads.items[0]?.received ?? 0).toBeGreaterThan(2_000_000);
    const before = performance.now();
    await first.close();
    await cycle;
    // The server never sends the rest.
    expect(performance.now() - before).toBeLessThan(20_000);
    expect(first.sync.status().state).toBe('stopped');
    const again = await rig.open();
    expect(await again.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });

  test('is not stored when it is cancelled after its last byte', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    addPictures(content, playlistId, 1);
    const [unwanted = ''] = addPictures(content, playlistId, 1, 2_500_000, 20);
    const looking = Promise.withResolvers<void>();
    const mayLook = Promise.withResolvers<void>();
    const fs: FileSystem = {
      ...realFileSystem,
      open: async (path, flags) => {
        if (path.endsWith('.part') && flags === 'r') {
          looking.resolve();
          await mayLook.promise;
        }
        return realFileSystem.open(path, flags);
      },
    };
    const { sync, store } = await rig.open({ fs });
    sync.start();
    await looking.promise;
    for (const entry of content.entriesOf(playlistId)) {
      if (String(entry.media_file_id) === unwanted) content.removeEntry(entry.id);
    }
    const before = sync.status().lastSuccessAt;
    await expect.poll(() => sync.status().lastSuccessAt).not.toBe(before);
    mayLook.resolve();
    await sync.stop();
    expect(await readdir(store.partsFolder)).toEqual([]);
    expect(sync.status().downloads).toMatchObject({ active: 0, queued: 0 });
  });

  test('does not block a sync on demand while the queue is paused', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 2);
    const { sync } = await rig.open({ settings: { concurrency: 1 } });
    const gate = gatedDownloads(rig);
    const cycle = sync.once();
    await expect.poll(() => gate.waiting.size).toBe(1);
    sync.pause();
    expect(await cycle).toMatchObject({ downloaded: 0 });
    await expect(sync.once()).rejects.toMatchObject({ code: 'sync-paused' });
  });
});

test('a download that breaks off each time at another place, and cannot resume, holds up no update', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits: { stalledUntilFailedMs: 400 } });
  const { sync, store } = show.parts;
  const received = () => sync.status().downloads.items[0]?.received ?? 0;
  onDownload(rig.demo, ({ mediaFileId, attempt, response, bytes }) => {
    if (mediaFileId !== show.added) return false;
    const length = attempt % 2 === 0 ? 60_000 : 40_000;
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, length));
    void until('these bytes', () => received() === length).then(() => response.destroy());
    return true;
  });
  sync.start();
  await expect.poll(() => store.active()?.edition.id, { timeout: 8000 }).not.toBe(show.before);
  expect(store.active()?.complete).toBe(false);
});
