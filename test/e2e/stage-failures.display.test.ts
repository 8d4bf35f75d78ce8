import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Content } from '../../src/shared/programme.ts';
import { nameOf } from '../renderer/colors.ts';
import { openStage, type StageUnderTest } from '../renderer/harness.ts';
import { makeClip, makeHugePng, makeImage } from '../renderer/media.ts';
import { cue, image, looping, programmeMessage, video } from '../renderer/programmes.ts';
import { expectWithin } from '../support/promised.ts';

// Fault-matrix rows 44, 46 and 47, and damaged media of every kind, checked by the pixels of the display.

let media: string;
let stage: StageUnderTest;
let shows = 0;

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p'];
  await Promise.all([
    makeImage(media, 'red.png', 'red'),
    makeImage(media, 'lime.png', 'lime'),
    makeImage(media, 'whole.jpg', 'yellow'),
    makeClip(media, 'whole.mp4', { seconds: 4, color: 'blue', size: '640x360' }),
    makeClip(media, 'stall.mp4', { seconds: 4, color: 'blue', noise: true, size: '640x360' }),
    makeClip(media, 'hevc.mp4', { seconds: 2, codec: [...hevc, '-x265-params', 'log-level=none'] }),
    makeHugePng(media, 'huge.png', 20_000),
    writeFile(join(media, 'empty.mp4'), ''),
    writeFile(join(media, 'empty.png'), ''),
    writeFile(join(media, 'noise.png'), Buffer.alloc(20_000, 'noise')),
    writeFile(join(media, 'noise.mp4'), Buffer.alloc(20_000, 'noise')),
    writeFile(join(media, 'noise.pdf'), Buffer.alloc(20_000, 'noise')),
    writeFile(join(media, 'empty.txt'), ''),
  ]);
  await copyFile(join(media, 'whole.mp4'), join(media, 'cut.mp4'));
  await truncate(join(media, 'cut.mp4'), 600);
  await makeClip(media, 'sound.mp4', { seconds: 2, sound: true });
  // Only the sound track, declared as a video.
  const { execFile } = await import('node:child_process');
  await new Promise((done) =>
    execFile(
      'ffmpeg',
      [
        '-loglevel',
        'error',
        '-i',
        join(media, 'sound.mp4'),
        '-vn',
        '-c',
        'copy',
        join(media, 'no-picture.mp4'),
      ],
      done,
    ),
  );
  stage = await openStage({ media, width: 640, height: 360 });
});

afterAll(async () => {
  await stage?.close();
  await rm(media, { recursive: true, force: true });
});

/** Plays red, then the broken item, then lime; resolves with the error of the stage and the delay of lime. */
async function between(content: Content): Promise<{ reason: string; lateMs: number }> {
  shows += 1;
  const [red, broken, lime] = [`red-${shows}`, `broken-${shows}`, `lime-${shows}`];
  const redMs = 500;
  const cues = [
    cue(red, image('media/red.png'), redMs),
    cue(broken, content, 2_000),
    cue(lime, image('media/lime.png'), 60_000),
  ];
  // A new edition cuts the previous item at once.
  await stage.send(programmeMessage(looping(`show-${shows}`, cues)));
  const from = await stage.heard('started', (message) => message.cueId === red);
  const failed = await stage.heard('failed', (message) => message.cueId === broken);
  const next = await stage.heard('started', (message) => message.cueId === lime);
  await seen('lime');
  return { reason: failed.reason, lateMs: next.at - from.at - redMs };
}

test.each([
  ['a codec that the browser does not have (row 46)', video('media/hevc.mp4'), /^(unsupported|decode)/],
  ['an empty video', video('media/empty.mp4'), /^(unsupported|decode)/],
  ['an empty image', image('media/empty.png'), /^decode/],
  ['noise for an image', image('media/noise.png'), /^decode/],
  ['noise for a video', video('media/noise.mp4'), /^(unsupported|decode)/],
  ['a video cut off in its header', video('media/cut.mp4'), /^(unsupported|decode)/],
  ['a video without a picture', video('media/no-picture.mp4'), /^unsupported/],
  ['an image of 400 million pixels', image('media/huge.png'), /^too-large/],
  ['a video that is not there', video('media/absent.mp4'), /^(unsupported|load)/],
  ['noise for a document', { kind: 'pdf', source: 'media/noise.pdf' } as const, /^decode/],
  ['an empty text', { kind: 'text', source: 'media/empty.txt' } as const, /^empty/],
])('%s is skipped at once', async (_, content, reason) => {
  const seen = await between(content);
  expect(seen.reason).toMatch(reason);
  await expectWithin(2_000, seen.lateMs);
});

test('a file that never arrives is given up, and the previous item stays in sight', async () => {
  const waiting = between(video('media/hang.mp4'));
  await stage.heard('started', (message) => message.cueId === `red-${shows}`);
  await new Promise((done) => setTimeout(done, 3_000));
  expect((await stage.colors([[0.5, 0.5]])).map(nameOf)).toEqual(['red']);
  const seen = await waiting;
  expect(seen.reason).toMatch(/^timeout/);
  await expectWithin(6_000, seen.lateMs);
});

test('a video that stalls is replaced within 4 s (row 47)', { tags: 'long' }, async () => {
  const cues = [
    cue('stalls', video('media/stall.mp4'), 60_000),
    cue('after', image('media/lime.png'), 60_000),
  ];
  await stage.send(programmeMessage(looping('stalling', cues)));
  await stage.heard('started', (message) => message.cueId === 'stalls');
  await stage.page.evaluate(watchPosition);
  const ended = await stage.heard('ended', (message) => message.cueId === 'stalls');
  await stage.heard('started', (message) => message.cueId === 'after');
  expect(ended).toMatchObject({ outcome: 'failed', reason: 'stalled: no progress' });
  const stoodAt = Number(await stage.page.evaluate('window.stoodAt'));
  await expectWithin(4_000, ended.at - stoodAt);
  await seen('lime');
});

test('when all items fail the standby screen is painted, without a tight loop (row 44)', async () => {
  const cues = [cue('x', image('media/empty.png'), 1_000), cue('y', video('media/noise.mp4'), 1_000)];
  const before = stage.messages.length;
  await stage.send(programmeMessage(looping('broken', cues)));
  await stage.heard('failed', (message) => message.cueId === 'y');
  await new Promise((done) => setTimeout(done, 3_000));
  const messages = stage.messages.slice(before);
  expect(messages.filter(({ type }) => type === 'failed').length).toBeLessThanOrEqual(6);
  await seen('standby', [0.1, 0.1]);
  const last = () => stage.messages.findLast((message) => message.type === 'heartbeat');
  await expect.poll(last).toMatchObject({ programmeId: 'broken', cueId: null, frames: expect.any(Number) });
  expect(last()).not.toMatchObject({ frames: 0 });
});

test('an empty programme shows the standby screen', async () => {
  await stage.send(programmeMessage(looping('full', [cue('z', image('media/red.png'), 60_000)])));
  await stage.heard('started', (message) => message.cueId === 'z');
  await stage.send(programmeMessage(looping('empty', [])));
  await stage.heard('ended', (message) => message.cueId === 'z');
  await seen('standby', [0.1, 0.1]);
});

test('half a picture is refused', async () => {
  const whole = await readFile(join(media, 'whole.jpg'));
  await writeFile(join(media, 'half.jpg'), whole.subarray(0, whole.length / 2));
  const seen = await between(image('media/half.jpg'));
  expect(seen.reason).toMatch(/^decode/);
});

/** The display shows it a moment after the stage reports it. */
async function seen(name: string, at: readonly [number, number] = [0.5, 0.5]): Promise<void> {
  await expect.poll(async () => (await stage.colors([at])).map(nameOf)).toEqual([name]);
}

/** Records in the page when the position of the playing video last changed. */
const watchPosition = `
  const playing = [...document.querySelectorAll('video')].find((video) => !video.paused);
  let position = -1;
  window.stoodAt = 0;
  setInterval(() => {
    if (!playing.src || playing.currentTime === position) return;
    position = playing.currentTime;
    window.stoodAt = performance.timeOrigin + performance.now();
  }, 50);
  null`;
