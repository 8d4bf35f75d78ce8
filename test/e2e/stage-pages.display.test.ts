import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../../lab/bench/stage/recording.ts';
import type { ScreenSettings } from '../../src/shared/programme.ts';
import { nameOf } from '../renderer/colors.ts';
import { openStage, portOf, type StageUnderTest } from '../renderer/harness.ts';
import { makeClip, makeImage } from '../renderer/media.ts';
import { cue, image, looping, page, programmeMessage, video } from '../renderer/programmes.ts';
import { freePort } from '../support/free-port.ts';
import { expectWithin } from '../support/promised.ts';

// Fault-matrix row 59: whatever a web page does stays in its frame.

let media: string;
let web: Server;
let site: string;
let stage: StageUnderTest;
/** The results of its attempts, as the rude page reports them. */
let outcomes: Record<string, string> = {};
const requested: {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, unknown>;
}[] = [];

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  await Promise.all([
    makeImage(media, 'red.png', 'red'),
    makeImage(media, 'blue.png', 'blue'),
    makeClip(media, 'sound.mp4', { seconds: 3, sound: true, color: 'blue' }),
  ]);
  web = createServer((request, response) => {
    const path = request.url ?? '/';
    requested.push({ path, method: request.method ?? '', headers: request.headers });
    if (path === '/hang') return;
    if (path === '/outcomes') {
      request.on('data', (body) => {
        outcomes = JSON.parse(String(body));
      });
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'text/html');
    const visits = requested.filter((one) => one.path === path).length;
    response.statusCode = path === '/broken' || (path === '/news' && visits % 3 === 0) ? 500 : 200;
    response.end(path === '/news' ? filled(visits % 2 === 0 ? '#707070' : '#909090') : pages[path]);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${portOf(web)}`;
  // A camera exists, so that its refusal proves something.
  stage = await openStage({ media, flags: ['--use-fake-device-for-media-stream'] });
});

afterAll(async () => {
  await stage?.close();
  web?.closeAllConnections();
  web?.close();
  await rm(media, { recursive: true, force: true });
});

const filled = (color: string, script = ''): string =>
  `<!doctype html><body style="margin:0;background:${color}"><script>${script}</script>`;

const rude = `
const outcomes = {};
// Milliseconds to wait for requests that may never be answered; all others are answered eventually.
const mute = 800;
const attempt = async (name, act, waitMs = 20_000) => {
  try { outcomes[name] = 'done: ' + await Promise.race([act(), new Promise((r) => setTimeout(r, waitMs, 'no answer'))]); }
  catch (error) { outcomes[name] = 'refused: ' + error.name; }
};
addEventListener('load', async () => {
  await attempt('alert', async () => alert('hello'));
  await attempt('confirm', async () => confirm('sure?'));
  await attempt('open', async () => String(window.open('/good')));
  await attempt('top', async () => { top.location = '/good'; return 'set'; });
  await attempt('parent', async () => parent.document.title);
  await attempt('bridge', async () => typeof window.bridge + typeof parent.bridge);
  await attempt('camera', async () => (await navigator.mediaDevices.getUserMedia({ video: true })).id);
  await attempt('place', () => new Promise((ok, no) => navigator.geolocation.getCurrentPosition(ok, (e) => no({ name: e.code }))));
  await attempt('notify', () => Notification.requestPermission(), mute);
  await attempt('full', () => document.documentElement.requestFullscreen());
  await attempt('lock', () => document.documentElement.requestPointerLock(), mute);
  await attempt('download', async () => {
    const link = document.createElement('a');
    link.href = 'data:application/octet-stream,x'; link.download = 'x.bin'; link.click(); return 'clicked';
  });
  await attempt('sound', async () => {
    const audio = new AudioContext();
    await Promise.race([audio.resume(), new Promise((r) => setTimeout(r, 300))]);
    return audio.state;
  });
  await fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) });
});`;

const pages: Record<string, string> = {
  '/good': filled('lime'),
  '/broken': filled('yellow'),
  '/rude': filled('lime', rude),
  '/loops-later': filled('lime', 'addEventListener("load", () => setTimeout(() => { for (;;); }, 300))'),
  '/loops-at-once': filled('yellow', 'for (;;);'),
};

/** A red square of 100 pixels in its corner, and the size that the page reports. */
const sized = `<!doctype html><style>body { margin: 0; background: lime } p { margin: 0; background: red }</style>
<p style="width: 100px; height: 100px"></p><script>addEventListener('load', () => setTimeout(() => fetch('/outcomes', {
  method: 'POST', body: JSON.stringify({ room: [innerWidth, innerHeight, devicePixelRatio].join() }) }), 200))</script>`;
pages['/sized'] = sized;

const red = (id: string) => cue(`${id}-red`, image('media/red.png'), 300);
const blue = (id: string) => cue(`${id}-blue`, image('media/blue.png'), 60_000);

/** A new edition cuts the previous item at once. */
async function play(id: string, address: string, durationMs = 60_000): Promise<void> {
  const cues = [red(id), cue(id, page(address), durationMs), blue(id)];
  await stage.send(programmeMessage(looping(id, cues)));
  await stage.heard('started', (message) => message.cueId === `${id}-red`);
}

const alone = (id: string, path: string) => looping(id, [cue(id, page(`${site}${path}`), 600_000)]);

async function showAlone(id: string, path: string, settings: Partial<ScreenSettings>): Promise<void> {
  await stage.send(programmeMessage(alone(id, path), settings));
  await stage.heard('started', (message) => message.cueId === id);
}

const middle = async () => (await stage.colors([[0.5, 0.5]])).map(nameOf)[0];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a page appears only once it has loaded, and without a referrer or cookies', async () => {
  await play('good', `${site}/good`);
  await stage.heard('started', (message) => message.cueId === 'good');
  await expect.poll(middle).toBe('lime');
  const request = requested.find(({ path, method }) => path === '/good' && method === 'GET');
  expect(request?.headers).not.toHaveProperty('referer');
  expect(request?.headers).not.toHaveProperty('cookie');
});

test('a zoomed page is laid out for the smaller area', async () => {
  await showAlone('zoomed', '/sized', { pageZoom: 2 });
  await expect.poll(() => outcomes.room).toMatch(/^64[01],36[01],1$/);
  const seen =
    (...points: (readonly [number, number])[]) =>
    async () =>
      (await stage.colors(points)).map(nameOf);
  await expect.poll(seen([190 / 1280, 0.1], [210 / 1280, 0.1])).toEqual(['red', 'lime']);
  await stage.send(programmeMessage(alone('zoomed', '/sized'), { pageZoom: 0.5 }));
  await expect
    .poll(seen([40 / 1280, 0.02], [60 / 1280, 0.02], [0.98, 0.98]))
    .toEqual(['red', 'lime', 'lime']);
});

test('a page that stays in sight reloads behind itself; when the reload fails, the old one stays', async () => {
  const visits = () => requested.filter(({ path }) => path === '/news').length;
  await showAlone('news', '/news', { pageReloadMs: 700 });
  await expect.poll(middle).toBe('144,144,144');
  const recording = await record(stage.display, `${stage.width}x${stage.height}`);
  await expect.poll(visits).toBeGreaterThanOrEqual(5);
  await pause(1_000);
  const shades = () => recording.sights.map(({ brightness }) => Math.round(brightness));
  await expect.poll(() => shades().length > 50 && new Set(shades()).size > 1).toBe(true);
  await recording.stop();
  const seen = shades();
  // Both shades were visible, and nothing darker or lighter.
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([0x70, 0x90]);
  expect(
    stage.messages.filter((message) => message.type === 'started' && message.cueId === 'news'),
  ).toHaveLength(1);
  expect(stage.messages.filter((message) => message.type !== 'heartbeat').at(-1)).toMatchObject({
    type: 'started',
  });
  expect(await stage.page.locator('iframe').count()).toBeLessThanOrEqual(2);
});

test('an unreachable page is skipped at once', async () => {
  await play('away', `http://127.0.0.1:${await freePort()}/`);
  const failed = await stage.heard('failed', (message) => message.cueId === 'away');
  expect(failed.reason).toMatch(/^unreachable/);
  await stage.heard('started', (message) => message.cueId === 'away-blue');
});

test('a page that answers with an error is skipped', async () => {
  await play('broken', `${site}/broken`);
  const failed = await stage.heard('failed', (message) => message.cueId === 'broken');
  expect(failed.reason).toBe('status 500');
});

test('only a web page of another site is accepted as one', async () => {
  for (const [index, address] of [
    'file:///etc/passwd',
    'javascript:1',
    `${stage.origin}/index.html`,
  ].entries()) {
    await play(`odd-${index}`, address);
    const failed = await stage.heard('failed', (message) => message.cueId === `odd-${index}`);
    expect(failed.reason).toMatch(/^(unsupported|refused)/);
  }
});

const givenUp = '%s: given up after its time while the show goes on';
test.each(['/loops-at-once'])(givenUp, isGivenUp);
test.each(['/hang'])(givenUp, { tags: 'long' }, isGivenUp);

async function isGivenUp(path: string): Promise<void> {
  await play(path, `${site}${path}`);
  await pause(2_000);
  expect(await middle()).toBe('red');
  const beats = stage.messages.filter((message) => message.type === 'heartbeat');
  expect(beats.at(-1)?.frames).toBeGreaterThan(0);
  const failed = await stage.heard('failed', (message) => message.cueId === path);
  expect(failed.reason).toMatch(/^timeout/);
  await stage.heard('started', (message) => message.cueId === `${path}-blue`);
}

test('a page in an endless loop does not block the stage', async () => {
  await play('loops', `${site}/loops-later`, 1_500);
  const started = await stage.heard('started', (message) => message.cueId === 'loops');
  const next = await stage.heard('started', (message) => message.cueId === 'loops-blue');
  await expectWithin(6_000, next.at - started.at);
  await expect.poll(middle).toBe('blue');
});

test('a page reaches nothing outside itself', async () => {
  const windows = stage.page.context().pages().length;
  await play('rude', `${site}/rude`);
  await stage.heard('started', (message) => message.cueId === 'rude');
  await expect.poll(() => Object.keys(outcomes).length).toBe(13);
  expect(outcomes).toMatchObject({
    confirm: 'done: false',
    open: 'done: null',
    top: 'refused: SecurityError',
    parent: 'refused: SecurityError',
    camera: 'refused: NotAllowedError',
    place: 'refused: 1',
    full: 'refused: TypeError',
    sound: 'done: suspended',
  });
  expect(outcomes.notify).not.toBe('done: granted');
  expect(outcomes.lock).not.toMatch(/^done: undefined/);
  expect(outcomes.bridge).not.toContain('object');
  expect(stage.page.context().pages()).toHaveLength(windows);
  expect(stage.page.url()).toBe(`${stage.origin}/index.html`);
  expect(await middle()).toBe('lime');
});

test('the stage itself has sound, though its pages have none', async () => {
  const cues = [cue('sound', video('media/sound.mp4'), 2_500, { sound: true, toOwnEnd: false })];
  await stage.send(programmeMessage(looping('sound', cues), { volume: 0.5 }));
  await stage.heard('started', (message) => message.cueId === 'sound');
  const playing = () =>
    stage.page.evaluate(
      "(() => { const video = [...document.querySelectorAll('video')].find((one) => !one.paused); return video && [video.muted, video.volume]; })()",
    );
  await expect.poll(playing).toEqual([false, 0.5]);
});
