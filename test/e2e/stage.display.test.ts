import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeEvent } from '../../src/shared/bridge-event.ts';
import type { Cue } from '../../src/shared/programme.ts';
import { nameOf } from '../renderer/colors.ts';
import { openStage, type StageUnderTest } from '../renderer/harness.ts';
import { makeClip, makeImage } from '../renderer/media.ts';
import { cue, image, looping, programmeMessage, video } from '../renderer/programmes.ts';

let media: string;
let stage: StageUnderTest;

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  await Promise.all([
    makeImage(media, 'red.png', 'red'),
    makeImage(media, 'lime.png', 'lime'),
    makeImage(media, 'portrait.png', 'red', '360x720'),
    makeClip(media, 'long.mp4', { seconds: 30, color: 'blue', size: '640x360' }),
    makeClip(media, 'blue.mp4', { seconds: 2, color: 'blue', size: '640x360' }),
  ]);
  stage = await openStage({ media, width: 640, height: 360 });
});

afterAll(async () => {
  await stage?.close();
  await rm(media, { recursive: true, force: true });
});

const at = async (x: number, y: number) => (await stage.colors([[x, y]])).map(nameOf)[0];

/** The display shows this while the item plays; a loop repeats the chance. */
async function shownDuring(cueId: string, color: string): Promise<void> {
  const playing = () => stage.messages.findLast((message) => message.type === 'started')?.showingId;
  await stage.heard('started', (message) => message.cueId === cueId);
  await expect
    .poll(async () => {
      const before = playing();
      const seen = await at(0.5, 0.5);
      const one = stage.messages.find(
        (message) => message.type === 'started' && message.showingId === before,
      );
      return before === playing() && one?.type === 'started' ? [one.cueId, seen] : null;
    })
    .toEqual([cueId, color]);
}

test('images and videos follow each other on the display', async () => {
  await stage.send(
    programmeMessage(
      looping('p1', [
        cue('a', image('media/red.png'), 1_500),
        cue('b', video('media/blue.mp4'), 2_000, { toOwnEnd: true }),
        cue('c', image('media/lime.png'), 1_500),
      ]),
    ),
  );
  for (const [id, color] of Object.entries({ a: 'red', b: 'blue', c: 'lime' })) await shownDuring(id, color);
  const order = stage.messages.flatMap((message) => (message.type === 'started' ? [message.cueId] : []));
  expect(order.slice(0, 3)).toEqual(['a', 'b', 'c']);
  const ended = await stage.heard('ended', (message) => message.cueId === 'b');
  expect(ended.outcome).toBe('completed');
});

test.each([
  ['vp9.webm', 'video/webm', 'red', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
  ['av1.mp4', 'video/mp4', 'blue', ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8']],
  ['h264.mov', 'video/quicktime', 'red', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']],
  [
    'h264.mkv',
    'video/x-matroska',
    'blue',
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  ],
])('%s plays', async (name, mimeType, color, codec) => {
  await makeClip(media, name, { seconds: 1, color, codec, size: '640x360' });
  const cues = [cue(name, video(`media/${name}`, mimeType), 1_000, { toOwnEnd: true })];
  // A new edition cuts the previous item at once.
  await stage.send(programmeMessage(looping(name, cues)));
  await shownDuring(name, color);
  const ended = await stage.heard('ended', (message) => message.cueId === name);
  expect(ended.outcome).toBe('completed');
});

test('changed settings apply to the shown item at once', async () => {
  const programme = looping('portrait', [cue('portrait', image('media/portrait.png'), 60_000)]);
  await stage.send(programmeMessage(programme));
  await stage.heard('started', (message) => message.cueId === 'portrait');
  const edge = (color: string) => expect.poll(() => at(0.05, 0.5)).toBe(color);
  await edge('black');
  await stage.send(programmeMessage(programme, { background: '#00ff00' }));
  await edge('lime');
  await stage.send(programmeMessage(programme, { fit: 'cover' }));
  await edge('red');
  await stage.send(programmeMessage(programme));
  await edge('black');
  await stage.send(programmeMessage(programme, { rotation: 90 }));
  await edge('red');
  expect(
    stage.messages.filter((message) => message.type === 'started' && message.cueId === 'portrait'),
  ).toHaveLength(1);
});

test('a ticker fills the screen again after a rotation, and a logo appears beside it', async () => {
  const programme = looping('portrait', [cue('portrait', image('media/portrait.png'), 60_000)]);
  const ticker = {
    text: 'Open',
    color: '#ffffff',
    backgroundColor: '#0000ff',
    speed: 100,
    clock: null,
    ...({ direction: 'left', position: 'top' } as const),
  };
  const logo = { source: 'media/lime.png', position: 'top-left' } as const;
  const filled = () =>
    stage.page.evaluate(`(() => {
      const [first] = document.querySelectorAll('.ticker .line span');
      const track = document.querySelector('.ticker .track');
      return first.parentElement.children.length * first.offsetWidth >= track.clientWidth + first.offsetWidth;
    })()`);
  await stage.send(programmeMessage(programme, { rotation: 90, ticker, logo }));
  await expect.poll(filled).toBe(true);
  await stage.send(programmeMessage(programme, { ticker, logo }));
  await expect.poll(filled).toBe(true);
  await expect
    .poll(async () =>
      (
        await stage.colors([
          [0.06, 0.02],
          [0.06, 0.11],
        ])
      ).map(nameOf),
    )
    .toEqual(['blue', 'lime']);
  const apart = await stage.page.evaluate(
    "document.querySelector('.logo').getBoundingClientRect().top >= document.querySelector('.ticker').getBoundingClientRect().bottom",
  );
  expect(apart).toBe(true);
});

test('the heartbeat reports painted frames, and the shown cue', async () => {
  const beat = await stage.heard('heartbeat', (message) => message.cueId === 'portrait');
  expect(beat.programmeId).toBe('portrait');
  expect(beat.frames).toBeGreaterThan(0);
  expect(stage.console.filter((line) => /^(error|uncaught)/.test(line))).toEqual([]);
});

test('the heartbeat reports the remaining time of clips of unknown length only', async () => {
  const long = (id: string, more: Partial<Cue>) =>
    looping(id, [cue(id, video('media/long.mp4'), 60_000, { toOwnEnd: true, ...more })]);
  await stage.send(programmeMessage(long('guessed', { lengthUnknown: true })));
  const first = await stage.heard('heartbeat', ({ remainingMs }) => (remainingMs ?? 0) > 1_000);
  const left = first.remainingMs ?? 0;
  await stage.heard('heartbeat', ({ remainingMs }) => remainingMs != null && remainingMs < left);
  await stage.send(programmeMessage(long('known', {})));
  const known = await stage.heard('heartbeat', ({ cueId }) => cueId === 'known');
  expect(known.remainingMs).toBeNull();
});

test('a page without a host shows nothing, and one with a host shows that it starts', async () => {
  const page = await stage.page.context().newPage();
  await page.goto(`${stage.origin}/index.html`);
  await page.locator('.standby .mark').waitFor();
  const says = () => page.locator('.standby .words > *').count();
  // Its script has run to the point where it waits for the host.
  await page.waitForFunction(() => document.readyState === 'complete');
  expect(await says()).toBe(0);
  await page.evaluate((taken) => {
    Object.assign(window, { bridge: { send: () => undefined, onMessage: () => undefined } });
    window.dispatchEvent(new Event(taken));
  }, bridgeEvent);
  await expect.poll(() => page.locator('.standby[data-kind=starting] .breath').count()).toBe(1);
  await page.close();
});
