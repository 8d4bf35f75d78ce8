import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type FileSystem, realFileSystem } from '../../src/main/fs.ts';
import type { SyncStatus } from '../../src/main/sync/report.ts';
import { downloadsOf, etagOf, onDownload } from '../support/fault-downloads.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { type Rig, startRig } from '../support/rig.ts';

/** Downloads wait at the server until the test lets them go. */
function gate(rig: Rig) {
  const waiting = new Map<string, () => void>();
  const order: string[] = [];
  let open = false;
  onDownload(rig.demo, ({ mediaFileId, response, bytes }) => {
    order.push(mediaFileId);
    const answer = () => response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    if (open) answer();
    else waiting.set(mediaFileId, answer);
    return true;
  });
  return {
    order,
    waiting,
    release(id: string): void {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    releaseAll(): void {
      open = true;
      for (const answer of waiting.values()) answer();
    },
  };
}

const addDated = (rig: Rig, seed: number, startDate: string): string => {
  const { content, playlistId } = rig.demo;
  const file = content.addFile(
    { name: `${seed}`, fileName: `${seed}.png`, mimeType: 'image/png' },
    picture(seed),
  );
  content.addEntry(playlistId, { media_file_id: file.id, play_rule: 0, start_date: startDate, duration: 5 });
  return String(file.id);
};

/** Parts are flushed only after something else. */
const flushingAfter = (before: () => Promise<void>): FileSystem => ({
  ...realFileSystem,
  open: async (path, flags) => {
    const file = await realFileSystem.open(path, flags);
    if (!path.endsWith('.part')) return file;
    return {
      ...file,
      sync: async () => {
        await before();
        await file.sync();
      },
    };
  },
});

describe('order', () => {
  test('what is shown soonest comes first, then the order of the playlist', async () => {
    await using rig = await startRig();
    const inTwoYears = addDated(rig, 1, '2028-11-01');
    const nextYear = addDated(rig, 2, '2027-11-01');
    const now = addPictures(rig.demo.content, rig.demo.playlistId, 3, 1000, 10);
    const { sync } = await rig.open({ settings: { concurrency: 1 } });
    const doors = gate(rig);
    doors.releaseAll();
    await sync.once();
    expect(doors.order).toEqual([...now, nextYear, inTwoYears]);
  });

  test('the first item that is ready is shown while the others still come, when nothing plays', async () => {
    await using rig = await startRig();
    const [first = '', ...rest] = addPictures(rig.demo.content, rig.demo.playlistId, 3);
    const activated = Promise.withResolvers<boolean>();
    const { sync, store } = await rig.open({
      settings: { concurrency: 3 },
      events: { activated: ({ complete }) => activated.resolve(complete) },
    });
    const doors = gate(rig);
    const cycle = sync.once();
    await expect.poll(() => doors.waiting.size).toBe(3);
    expect(store.active()).toBeNull();
    doors.release(first);
    expect(await activated.promise).toBe(false);
    for (const id of rest) doors.release(id);
    expect(await cycle).toMatchObject({ downloaded: 3, failed: [] });
    expect(store.active()?.complete).toBe(true);
  });
});

describe('each object once', () => {
  test('media files with the same bytes share one download, and both are held', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    for (const name of ['a', 'b']) {
      const file = content.addFile({ name, fileName: 'same.png', mimeType: 'image/png' }, picture(5));
      content.addEntry(playlistId, { media_file_id: file.id, duration: 5 });
    }
    const { sync, store } = await rig.open();
    expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    expect(store.holdings(store.active()?.edition ?? expect.fail()).objects.size).toBe(2);
  });

  test('at most so many at a time', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 6);
    const { sync } = await rig.open({ settings: { concurrency: 2 } });
    const doors = gate(rig);
    const cycle = sync.once();
    await expect.poll(() => doors.waiting.size).toBe(2);
    expect(sync.status().downloads).toMatchObject({ active: 2, queued: 4 });
    expect(sync.status().state).toBe('downloading');
    doors.releaseAll();
    expect(await cycle).toMatchObject({ downloaded: 6 });
    expect(sync.status().downloads).toMatchObject({ active: 0, queued: 0, items: [] });
  });
});

describe('superseded, paused, stopped', () => {
  test('what is lined up anew while it waits for its own part is fetched once', async () => {
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

  test('the last download ends while it is being stopped: the update is active all the same', async () => {
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

  test('a flush fails and then not even a removal succeeds: the download has failed, and comes again', async () => {
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

  test('a download that the next edition does not want is cancelled and its part removed', async () => {
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

  test('paused, nothing is under way; resumed, it goes on where it stopped', async () => {
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

  test('stopped in the middle, it ends soon and keeps what came', async () => {
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
    expect(performance.now() - before).toBeLessThan(3000);
    expect(first.sync.status().state).toBe('stopped');
    const again = await rig.open();
    expect(await again.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });
});

describe('bandwidth, hours and progress', () => {
  test('all downloads together keep to the limit', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 4, 100_000);
    const { sync } = await rig.open({ settings: { bytesPerSecond: 200_000, concurrency: 4 } });
    const before = performance.now();
    await sync.once();
    // The first second's worth comes at once.
    expect(performance.now() - before).toBeGreaterThan(900);
  });

  test('outside the hours nothing is fetched while something plays, and all the more while nothing does', async () => {
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
    // A person who asks for it now gets it now.
    expect(await sync.now()).toMatchObject({ downloaded: 1 });

    // Also when it takes so long that the player looks at the CMS as usual meanwhile.
    const [slow = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 41);
    const doors = gate(rig);
    const cycle = sync.now();
    await expect.poll(() => doors.waiting.size).toBe(1);
    const looked = sync.status().lastSuccessAt;
    await expect.poll(() => sync.status().lastSuccessAt).not.toBe(looked);
    await expect.poll(() => sync.status().state).toBe('downloading');
    doors.releaseAll();
    expect(await cycle).toMatchObject({ downloaded: 1, failed: [] });
    expect(downloadsOf(rig.demo, slow)).toHaveLength(1);
  });

  test('progress is told in bytes, rate and time left', async () => {
    await using rig = await startRig();
    const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 2_000_000);
    const told: SyncStatus[] = [];
    const { sync } = await rig.open({ events: { statusChanged: (status) => told.push(status) } });
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
    const items = told.flatMap(({ downloads }) => downloads.items);
    expect(items.some((item) => item.received > 0 && item.received < 2_000_000)).toBe(true);
    const rated = items.filter(({ bytesPerSecond }) => bytesPerSecond > 0);
    expect(rated.length).toBeGreaterThan(0);
    for (const item of rated) {
      expect(item).toMatchObject({ mediaFileId: id, name: 'Picture 1', size: 2_000_000 });
      expect(item.secondsLeft).toBeGreaterThanOrEqual(0);
    }
  });
});
