import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/main/ground/clock.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { version } from '../../src/main/ground/version.ts';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { slow } from '../support/limits.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

describe('a download survives a server that', () => {
  test.each([
    ['gzip', gzipSync],
    [' X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('encodes the answer although the request declines it (%s)', async (encoding, encode) => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ request, response, bytes }) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      const packed = encode(bytes);
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': packed.length }).end(packed);
      return true;
    });
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    await show.tookOver();
  });

  test('never answers, by a timeout and a retry', async () => {
    await using rig = await startRig();
    const clock = hurriedClock();
    const show = await showThenUpdate(rig, { clock, limits: { ...limitsOfServers, eagerAttempts: 2 } });
    let requested = 0;
    const closed: Promise<unknown>[] = [];
    onDownload(rig.demo, ({ request, response }) => {
      requested++;
      closed.push(once(request.socket, 'close'));
      hurries(clock, response);
      return true;
    });
    const started = clock.monotonic();
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-no-answer' }]);
    expect(clock.monotonic() - started).toBeGreaterThan(2 * limitsOfServers.answerMs);
    expect(requested).toBe(2);
    await Promise.all(closed);
    show.stillPlays();
  });

  test.each([-1, 1])('gives a date as `Retry-After` while our clock is %i day off', async (days) => {
    await using rig = await startRig();
    const clock = { ...systemClock, now: () => Date.now() + days * 86_400_000 };
    const show = await showThenUpdate(rig, { clock });
    const date = Date.UTC(2026, 9, 21, 7, 28);
    onDownload(rig.demo, ({ response }) => {
      const headers = { date, 'retry-after': date + 600_000 };
      for (const [name, at] of Object.entries(headers)) response.setHeader(name, new Date(at).toUTCString());
      response.writeHead(503).end();
      return true;
    });
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-server-error' }]);
    const wait = (show.parts.store.retryAfter(rig.demo.origin) ?? 0) - clock.now();
    expect(wait).toBeGreaterThan(590_000);
    expect(wait).toBeLessThanOrEqual(600_000);
  });

  test('reads the user agent of the player', async () => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ request }) => {
      expect(request.headers['user-agent']).toBe(`Vitrine/${version}`);
      return false;
    });
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });

  test.each(['constructor', 'zstd'])('uses an unknown encoding (%s)', async (encoding) => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ response, bytes }) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
      return true;
    });
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-encoding' }]);
  });

  test('sends without end, and keeps the disk from filling up', async () => {
    await using rig = await startRig();
    const quotaBytes = 3 * 1024 * 1024;
    const show = await showThenUpdate(rig, { storeLimits: { quotaBytes } });
    const packed = gzipSync(
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60_000_000)]),
    );
    onDownload(rig.demo, ({ response }) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
      return true;
    });
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'disk-full' }]);
    show.stillPlays();
    expect(await readdir(show.parts.store.partsFolder)).toHaveLength(2);
  });

  test.each([
    'same origin',
    'other origin',
    'other origin and back',
  ])('redirects to the %s, and sends the token only to its own origin', async (where) => {
    await using rig = await startRig();
    const { origin, otherOrigin, token } = rig.demo;
    const show = await showThenUpdate(rig);
    const seen: (string | undefined)[] = [];
    onDownload(rig.demo, ({ response }) => {
      const first = where === 'same origin' ? origin : otherOrigin;
      const path = where === 'other origin and back' ? '/back' : '/elsewhere.png';
      response.writeHead(307, { location: `${first}${path}` }).end();
      return true;
    });
    const redirecting = rig.demo.intercept;
    rig.demo.intercept = (request, response) => {
      if (request.url === '/back') {
        response.writeHead(307, { location: `${origin}/elsewhere.png` }).end();
        return true;
      }
      if (request.url !== '/elsewhere.png') return redirecting?.(request, response) ?? false;
      seen.push(request.headers.authorization);
      const stored = rig.demo.content.bytes.get(Number(show.added));
      response.end(stored && 'memory' in stored.from ? stored.from.memory : '');
      return true;
    };
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    await show.tookOver();
    expect(seen).toEqual([where === 'same origin' ? `Bearer ${token}` : undefined]);
  });

  test('redirects in a circle', async () => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ request, response }) => {
      response.writeHead(302, { location: request.url }).end();
      return true;
    });
    const report = await show.parts.sync.once();
    expect(report.failed).toMatchObject([{ code: 'media-redirect-loop' }]);
    expect(downloadsOf(rig.demo, show.added)).toHaveLength(3 * 11);
  });

  test.each([
    ['nowhere', {}],
    ['to another scheme', { location: 'ftp://cms.example/a.png' }],
  ])('redirects %s', async (_, headers) => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ response }) => {
      response.writeHead(302, headers).end();
      return true;
    });
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-bad-redirect' }]);
  });

  test.each([
    [302, 'media-redirect-loop'],
    [404, 'media-gone'],
  ])('never ends the body of an unwanted answer (%i), and keeps no connection for it', async (status, code) => {
    await using rig = await startRig();
    const clock = hurriedClock();
    const show = await showThenUpdate(rig, { clock, limits: { ...limitsOfServers, eagerAttempts: 1 } });
    const closed: Promise<unknown>[] = [];
    onDownload(rig.demo, ({ request, response }) => {
      closed.push(once(response, 'close'));
      response
        .writeHead(status, { 'content-length': 100, location: request.url ?? '' })
        .write('not all of it');
      return true;
    });
    expect((await show.parts.sync.once()).failed).toMatchObject([{ code }]);
    clock.pass(limitsOfServers.silenceMs);
    await Promise.all(closed);
    expect(closed.length).toBe(status === 302 ? 11 : 1);
  });

  test.each([
    ['short', 1000, true],
    ['long', 100_000, false],
  ])('sends a %s body of %i bytes with a refusal, and reuses the connection: %s', async (_, length, isUsed) => {
    await using rig = await startRig();
    const show = await showThenUpdate(rig, { limits: { eagerAttempts: 2 } });
    const sockets = new Set<unknown>();
    onDownload(rig.demo, ({ request, response, attempt }) => {
      sockets.add(request.socket);
      if (attempt > 1) return false;
      response.writeHead(403, { 'content-length': length }).end(Buffer.alloc(length));
      return true;
    });
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    expect(sockets.size).toBe(isUsed ? 1 : 2);
  });

  test('takes longer for the body than the answer timeout allows for its head', async () => {
    await using rig = await startRig();
    const clock = hurriedClock();
    const show = await showThenUpdate(rig, { clock, limits: { ...limitsOfServers, eagerAttempts: 1 } });
    onDownload(rig.demo, ({ response, bytes }) => {
      response.writeHead(200, { 'content-length': bytes.length });
      const step = bytes.length / 50;
      let sent = 0;
      hurries(clock, response, () => {
        response.write(bytes.subarray(sent, sent + step));
        sent += step;
        if (sent >= bytes.length) response.end();
      });
      return true;
    });
    const started = clock.monotonic();
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
    expect(clock.monotonic() - started).toBeGreaterThan(limitsOfServers.answerMs);
    await show.tookOver();
  });

  test('leaves the first requests unanswered', async () => {
    await using rig = await startRig();
    const clock = hurriedClock();
    const show = await showThenUpdate(rig, { clock, limits: limitsOfServers });
    onDownload(rig.demo, ({ attempt, response }) => {
      if (attempt < 3) hurries(clock, response);
      return attempt < 3;
    });
    expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  });
});

test('a stop during a slow write keeps the bytes, and the next start resumes them', async () => {
  await using rig = await startRig();
  const [id = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 8_000_000);
  const writing = Promise.withResolvers<void>();
  const mayWrite = Promise.withResolvers<void>();
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      let position = 0;
      const write = async (bytes: Uint8Array): Promise<void> => {
        position += bytes.length;
        if (path.endsWith('.part') && position > 2 ** 21) {
          writing.resolve();
          await mayWrite.promise;
        }
        await file.write(bytes);
      };
      return { ...file, write };
    },
  };
  const { sync, close } = await rig.open({ fs });
  sync.start();
  await writing.promise;
  // Until the download waits for this block.
  await expect.poll(() => sync.status().downloads.items[0]?.received).toBeGreaterThan(4_000_000);
  const stopped = sync.stop();
  await new Promise((resolve) => setTimeout(resolve, 50));
  mayWrite.resolve();
  await stopped;
  await close();
  const again = await rig.open();
  expect(await again.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  const requested = /bytes=(\d+)-/.exec(downloadsOf(rig.demo, id).at(-1)?.headers.range ?? '')?.[1];
  expect(Number(requested)).toBeGreaterThan(2 ** 21);
});

test('a slow disk does not end a download', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1, 3_000_000);
  const clock = hurriedClock();
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      if (!path.endsWith('.part')) return file;
      const write = async (bytes: Uint8Array): Promise<void> => {
        for (let second = 0; second < 70; second++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          clock.pass(1_000);
        }
        await file.write(bytes);
      };
      return { ...file, write };
    },
  };
  const { sync } = await rig.open({ fs, clock, limits: { ...limitsOfServers, eagerAttempts: 1 } });
  expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
});

test.each([
  'write',
  'read',
])('a disk error at the end of a large file (%s) is reported as such, and the file is fetched again', async (what) => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1, 2_500_000);
  let isBroken = true;
  const fail = (): void => {
    if (isBroken) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      if (what === 'read' && path.endsWith('.part') && flags === 'r') fail();
      const file = await realFileSystem.open(path, flags);
      const write = async (bytes: Uint8Array): Promise<void> => {
        // The last block is the only one that is not full.
        if (what === 'write' && path.endsWith('.part') && bytes.length < 2 ** 20) fail();
        await file.write(bytes);
      };
      return { ...file, write };
    },
  };
  const { sync } = await rig.open({ fs });
  expect((await sync.once()).failed).toMatchObject([{ code: 'disk-error' }]);
  isBroken = false;
  expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
});

test(
  'answers keep no connection while the disk refuses every part, and all files come once it accepts them',
  slow,
  async () => {
    await using rig = await startRig();
    // More files than connections, and longer than the system's buffer for each.
    addPictures(rig.demo.content, rig.demo.playlistId, 24, 3_000_000);
    let isBroken = true;
    const fs: FileSystem = {
      ...realFileSystem,
      open: async (path, flags) => {
        if (isBroken && path.endsWith('.part')) throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
        return realFileSystem.open(path, flags);
      },
    };
    const { sync } = await rig.open({ fs });
    const { failed } = await sync.once();
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['disk-read-only']));
    expect(failed).toHaveLength(24);
    isBroken = false;
    expect(await sync.once()).toMatchObject({ downloaded: 24, failed: [] });
  },
);

test('the bytes are discarded when a checkpoint fails after the last byte', slow, async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1, 2_500_000);
  let failures = 1;
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      const file = await realFileSystem.open(path, flags);
      const sync = async (): Promise<void> => {
        if (path.endsWith('.part') && failures-- > 0) {
          await new Promise((resolve) => setTimeout(resolve, 300));
          throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
        }
        await file.sync();
      };
      return { ...file, sync };
    },
  };
  const { sync } = await rig.open({ fs, limits: { checkpointBytes: 2 ** 20, checkpointMs: 0 } });
  expect((await sync.once()).failed).toMatchObject([{ code: 'disk-error' }]);
  expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
});

test('an answer that breaks off before the disk has created its part is an ordinary failure', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, {
    fs: {
      ...realFileSystem,
      open: async (path, flags) => {
        if (path.endsWith('.part')) await new Promise((resolve) => setTimeout(resolve, 100));
        return realFileSystem.open(path, flags);
      },
    },
  });
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > 3) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 500), () => response.destroy());
    return true;
  });
  expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'cms-unreachable-cut' }]);
  show.stillPlays();
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});
