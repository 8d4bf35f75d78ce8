import { describe, expect, test } from 'vitest';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

test('a file without space on the disk is tried less and less often', async () => {
  await using rig = await startRig();
  const { parts } = await showThenUpdate(rig, {
    storeLimits: { quotaBytes: 50_000 },
    limits: { diskFullRetryMs: 100, longestRetryMs: 60_000 },
  });
  parts.sync.start();
  const waitMs = () => {
    const [file] = parts.sync.status().staged?.missing ?? [];
    expect(file?.error?.code).toBe('disk-full');
    return Date.parse(file?.nextTryAt ?? '') - Date.now();
  };
  await expect.poll(waitMs, { timeout: 10_000 }).toBeGreaterThan(600);
});

describe('a staged update', () => {
  test('lists its missing files with progress, failure and time of the retry', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    addPictures(content, playlistId, 1);
    const parts = await rig.open({ limits: { firstRetryMs: 60_000, longestRetryMs: 60_000 } });
    const { edition: shown } = await parts.sync.once();
    expect(parts.sync.status().staged).toBeNull();

    const [broken = '', slow = '', fine = ''] = addPictures(content, playlistId, 3, 5000, 10);
    onDownload(rig.demo, ({ mediaFileId, response, bytes }) => {
      if (mediaFileId === broken) response.writeHead(500).end();
      else if (mediaFileId === slow) {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 2000));
      } else return false;
      return true;
    });
    parts.sync.start();
    const missing = () => parts.sync.status().staged?.missing ?? [];
    await expect
      .poll(() =>
        missing().map(({ mediaFileId, received, nextTryAt }) => [mediaFileId, received, nextTryAt !== null]),
      )
      .toEqual([
        [broken, 0, true],
        [slow, 2000, false],
      ]);
    const { staged } = parts.sync.status();
    expect(staged).toMatchObject({ edition: parts.store.staged()?.edition.id, missingCount: 2 });
    expect(staged?.edition).not.toBe(shown);
    expect(missing()).toMatchObject([
      { error: { code: 'media-server-error' }, size: 5000, failed: false },
      { error: null, size: 5000, failed: false },
    ]);
    expect(Date.parse(missing()[0]?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
    expect(missing().map(({ name }) => name)).not.toContain('');
    expect(missing().map(({ mediaFileId }) => mediaFileId)).not.toContain(fine);
    await parts.close();

    // After a restart without the CMS the missing files are still known.
    const again = await rig.open();
    expect(again.sync.status().staged).toMatchObject({
      edition: staged?.edition,
      missingCount: 2,
      missing: [{ mediaFileId: broken, error: { code: 'media-server-error' } }, { mediaFileId: slow }],
    });
  });

  test('disappears when the CMS takes it back before it is complete', async () => {
    await using rig = await startRig();
    const { content, playlistId } = rig.demo;
    addPictures(content, playlistId, 1);
    const { sync, store } = await rig.open();
    const { edition } = await sync.once();
    const [id = ''] = addPictures(content, playlistId, 1, 5000, 10);
    onDownload(rig.demo, ({ response }) => {
      response.writeHead(500).end();
      return true;
    });
    await sync.once();
    expect(sync.status().staged).toMatchObject({ missing: [{ mediaFileId: id }] });
    content.removeEntry(content.entriesOf(playlistId).at(-1)?.id ?? '');
    expect(await sync.once()).toMatchObject({ edition, changed: false, failed: [] });
    expect([store.staged(), sync.status().staged]).toEqual([null, null]);
  });

  test('lists a bounded number of missing files and counts all', async () => {
    await using rig = await startRig();
    addPictures(rig.demo.content, rig.demo.playlistId, 1);
    const { sync } = await rig.open();
    await sync.once();
    addPictures(rig.demo.content, rig.demo.playlistId, 100, 300, 10);
    onDownload(rig.demo, ({ response }) => {
      response.writeHead(500).end();
      return true;
    });
    await sync.once();
    const { staged } = sync.status();
    expect(staged?.missingCount).toBe(100);
    expect(staged?.missing).toHaveLength(48);
  });
});

describe('a sync on demand during polling', () => {
  for (const [what, status] of [
    ['server errors', 500],
    ['refusals', 403],
  ] as const) {
    test(`tries each object three times, as without polling, after ${what}`, async () => {
      await using rig = await startRig();
      const { content, playlistId } = rig.demo;
      addPictures(content, playlistId, 1);
      const { sync } = await rig.open({
        limits: { firstRetryMs: 60_000, longestRetryMs: 60_000, retryFailedMs: 60_000 },
      });
      await sync.once();
      sync.start();
      await expect.poll(() => sync.status().lastSuccessAt).not.toBeNull();
      const [broken = ''] = addPictures(content, playlistId, 1, 5000, 10);
      let tries = 0;
      onDownload(rig.demo, ({ mediaFileId, response }) => {
        if (mediaFileId !== broken) return false;
        tries++;
        response.writeHead(status).end();
        return true;
      });
      const { failed } = await sync.once();
      expect(failed).toMatchObject([{ mediaFileId: broken }]);
      expect(tries).toBe(3);
      const once = tries;
      await sync.once();
      expect(tries - once).toBe(3);
    });
  }
});

test('a sync whose last missing file finally failed has nothing on its way', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const [gone = ''] = addPictures(content, playlistId, 1, 5000, 10);
  onDownload(rig.demo, ({ mediaFileId, response }) => {
    if (mediaFileId !== gone) return false;
    response.writeHead(404).end();
    return true;
  });
  const { sync, store } = await rig.open();
  await sync.once();
  expect(store.show()?.complete).toBe(false);
  expect(sync.status()).toMatchObject({ staged: null, downloads: { goal: null } });

  // An update of which nothing can be downloaded stays staged, and does not wait for anything either.
  for (const { id } of content.entriesOf(playlistId)) content.removeEntry(id);
  const lost = addPictures(content, playlistId, 2, 5000, 20);
  onDownload(rig.demo, ({ mediaFileId, response }) => {
    if (!lost.includes(mediaFileId)) return false;
    response.writeHead(404).end();
    return true;
  });
  await sync.once();
  expect(sync.status()).toMatchObject({
    staged: { missingCount: 2, failedCount: 2 },
    downloads: { goal: null },
  });
});
