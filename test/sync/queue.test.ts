import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/main/ground/clock.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import type { LogLine } from '../../src/main/ground/log.ts';
import type { Sync } from '../../src/main/sync/sync.ts';
import { downloadsOf, onDownload } from '../support/fault-downloads.ts';
import { gatedDownloads } from '../support/gated-downloads.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { type Rig, startRig } from '../support/rig.ts';

const addDated = (rig: Rig, seed: number, startDate: string): string => {
  const { content, playlistId } = rig.demo;
  const file = content.addFile(
    { name: `${seed}`, fileName: `${seed}.png`, mimeType: 'image/png' },
    picture(seed),
  );
  content.addEntry(playlistId, { media_file_id: file.id, play_rule: 0, start_date: startDate, duration: 5 });
  return String(file.id);
};

/** Resolves when the CMS has been read once more. */
async function nextVisit(sync: Sync): Promise<void> {
  const before = sync.status().lastSuccessAt;
  await expect.poll(() => sync.status().lastSuccessAt).not.toBe(before);
}

describe('order', () => {
  test('the soonest media file is fetched first, then the order of the playlist', async () => {
    await using rig = await startRig();
    const inTwoYears = addDated(rig, 1, '2028-11-01');
    const nextYear = addDated(rig, 2, '2027-11-01');
    const now = addPictures(rig.demo.content, rig.demo.playlistId, 3, 1000, 10);
    const { sync } = await rig.open({ settings: { concurrency: 1 } });
    const gate = gatedDownloads(rig);
    gate.releaseAll();
    await sync.once();
    expect(gate.order).toEqual([...now, nextYear, inTwoYears]);
  });

  test('the first ready item plays while the others are fetched, if nothing plays yet', async () => {
    await using rig = await startRig();
    const [first = '', ...rest] = addPictures(rig.demo.content, rig.demo.playlistId, 3);
    const activated = Promise.withResolvers<boolean>();
    const { sync, store } = await rig.open({
      settings: { concurrency: 3 },
      events: { activated: ({ complete }) => activated.resolve(complete) },
    });
    const gate = gatedDownloads(rig);
    const cycle = sync.once();
    await expect.poll(() => gate.waiting.size).toBe(3);
    expect(store.active()).toBeNull();
    gate.release(first);
    expect(await activated.promise).toBe(false);
    for (const id of rest) gate.release(id);
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

  test('downloads stay within the configured concurrency', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 6);
    const { sync } = await rig.open({ settings: { concurrency: 2 } });
    const gate = gatedDownloads(rig);
    const cycle = sync.once();
    await expect.poll(() => gate.waiting.size).toBe(2);
    expect(sync.status().downloads).toMatchObject({ active: 2, queued: 4 });
    expect(sync.status().state).toBe('downloading');
    gate.releaseAll();
    expect(await cycle).toMatchObject({ downloaded: 6 });
    expect(sync.status().downloads).toMatchObject({ active: 0, queued: 0, items: [] });
    // Nor does it grow with their success.
    addPictures(rig.demo.content, rig.demo.playlistId, 6, 1000, 20);
    const more = gatedDownloads(rig);
    const next = sync.once();
    await expect.poll(() => more.waiting.size).toBe(2);
    expect(sync.status().downloads).toMatchObject({ active: 2, queued: 4 });
    more.releaseAll();
    expect(await next).toMatchObject({ downloaded: 6 });
  });
});

test('downloads follow a playlist that is reordered', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const [first = '', second = '', third = ''] = addPictures(content, playlistId, 3);
  const { sync } = await rig.open({ settings: { concurrency: 1 } });
  const gate = gatedDownloads(rig);
  sync.start();
  await expect.poll(() => gate.waiting.size).toBe(1);
  const entryIds = content.entriesOf(playlistId).map(({ id }) => id);
  content.orderEntries(playlistId, entryIds.reverse());
  await nextVisit(sync);
  gate.releaseAll();
  await expect.poll(() => gate.order).toEqual([first, third, second]);
});

test('the first download is stored without waiting for others while nothing plays', async () => {
  await using rig = await startRig();
  const [first = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 8);
  // Only the number of remaining downloads or this wait stores the group.
  const after: Clock['after'] = (ms, callback) =>
    ms === 500 ? () => undefined : systemClock.after(ms, callback);
  const activated = Promise.withResolvers<void>();
  const { sync } = await rig.open({
    clock: { ...systemClock, after },
    settings: { concurrency: 1 },
    events: { activated: () => activated.resolve() },
  });
  const gate = gatedDownloads(rig);
  const cycle = sync.once();
  await expect.poll(() => gate.waiting.size).toBe(1);
  gate.release(first);
  await activated.promise;
  gate.releaseAll();
  await cycle;
});

describe('after a failure', () => {
  const answerOnce = (rig: Rig, status: number, headers: Record<string, string> = {}): void =>
    onDownload(rig.demo, ({ attempt, response }) => {
      if (attempt > 1) return false;
      response.writeHead(status, headers).end();
      return true;
    });

  test('a sync on demand waits for a short `Retry-After`', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    answerOnce(rig, 503, { 'retry-after': '1' });
    const { sync } = await rig.open({ limits: { eagerWaitMs: 1000 } });
    expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });

  test('downloads that one cycle left are retried once polling starts', async () => {
    await using rig = await startRig();
    const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1);
    answerOnce(rig, 503);
    const { sync, store } = await rig.open({ settings: { pollSeconds: 3600 }, limits: { eagerAttempts: 1 } });
    expect(await sync.once()).toMatchObject({ failed: [{ mediaFileId: id }] });
    sync.start();
    await expect.poll(() => store.active()?.complete).toBe(true);
    expect(downloadsOf(rig.demo, id)).toHaveLength(2);
  });

  test('concurrency drops to one when files cannot be opened, and grows with each success', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 12);
    let refusals = 4;
    const fs: FileSystem = {
      ...realFileSystem,
      open: async (path, flags) => {
        if (path.endsWith('.part') && refusals-- > 0) throw Object.assign(new Error(), { code: 'EMFILE' });
        return realFileSystem.open(path, flags);
      },
    };
    const { sync } = await rig.open({ fs, settings: { concurrency: 4 } });
    const atOnce: number[] = [];
    let under = 0;
    onDownload(rig.demo, ({ response, bytes }) => {
      under++;
      response.once('close', () => under--);
      const length = { 'content-length': bytes.length };
      setTimeout(() => {
        atOnce.push(under);
        response.writeHead(200, length).end(bytes);
      }, 20);
      return true;
    });
    const { failed } = await sync.once();
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['too-many-files']));
    expect(failed).toHaveLength(4);
    const after = atOnce.slice(4);
    expect(after[0]).toBe(1);
    expect(Math.max(...after)).toBeGreaterThan(1);
  });
});

test('a committing download is not disturbed when it is unwanted for a while', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const after: Clock['after'] = (ms, callback) =>
    ms === 500 ? () => undefined : systemClock.after(ms, callback);
  const { sync, store } = await rig.open({ clock: { ...systemClock, after } });
  await sync.once();
  const [id = '', other = ''] = addPictures(content, playlistId, 2, 1000, 20);
  const gate = gatedDownloads(rig);
  sync.start();
  await expect.poll(() => gate.waiting.size).toBe(2);
  gate.release(id);
  // It waits to share the flushes of the other one.
  await expect.poll(() => sync.status().downloads.active).toBe(1);
  const entry = content.entriesOf(playlistId).find((each) => String(each.media_file_id) === id);
  content.removeEntry(entry?.id ?? '');
  await nextVisit(sync);
  content.addEntry(playlistId, { media_file_id: Number(id), duration: 5 });
  await nextVisit(sync);
  gate.release(other);
  await expect.poll(() => store.holdings(store.active()?.edition ?? expect.fail()).objects.size).toBe(3);
  expect(downloadsOf(rig.demo, id)).toHaveLength(1);
});

test.each([
  'list',
  'remove',
])('an update that needs no download is followed although the disk does not %s old parts', async (what) => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 2);
  const lines: LogLine[] = [];
  let isWorn = false;
  const refuse = (call: string): void => {
    if (isWorn && call === what)
      throw Object.assign(new Error('structure needs cleaning'), { code: 'EUCLEAN' });
  };
  const fs: FileSystem = {
    ...realFileSystem,
    readdir: async (path) => {
      if (path.endsWith('parts')) refuse('list');
      return realFileSystem.readdir(path);
    },
    unlink: async (path) => {
      refuse('remove');
      await realFileSystem.unlink(path);
    },
  };
  const { sync, store } = await rig.open({ fs, lines });
  await sync.once();
  await writeFile(join(store.partsFolder, `${'0'.repeat(64)}.part`), 'old');
  isWorn = true;
  const [first] = content.entriesOf(playlistId);
  content.removeEntry(first?.id ?? expect.fail());
  expect(await sync.once()).toMatchObject({ changed: true });
  expect(lines.map(({ message }) => message)).toContain('Old unfinished downloads stay on the disk');
});
