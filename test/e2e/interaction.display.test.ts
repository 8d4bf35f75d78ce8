import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { profilesFolder } from '../../src/main/host/chromium/profile.ts';
import { type Input, openInput } from '../host/chromium/x11-input.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { middle, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// A person at the screen of a whole player touches it, and the page in front of them tries all it can.

const [width, height] = [960, 540];
const residue = `residue-${randomUUID()}`;
const reports = new Map<string, string>();
let folder: string;
let cms: DemoCms;
let display: TestDisplay;
let player: PlayerProcess;
let person: Input;
let server: Server;
let adminPort: number;
let page = '';
let env: ReturnType<typeof demoScreen> & Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-interaction-'));
  mkdirSync(join(folder, 'vitrine'));
  server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [name = '', value = ''] = decodeURIComponent(query).split('=');
    if (path === '/report') reports.set(name, value);
    // The player lifts what forbids framing.
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader(
      'Content-Type',
      path === '/worker.js' ? 'text/javascript' : 'text/html; charset=utf-8',
    );
    response.end(path === '/worker.js' ? 'addEventListener("fetch", () => {})' : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  adminPort = await freePort();
  const interaction = { address: `http://127.0.0.1:${port}/`, idleSeconds: 15 };
  writeFileSync(join(folder, 'vitrine', 'config.json'), JSON.stringify({ interaction }));
  cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['touch-token'] } });
  const { id } = cms.content.addFile(
    { name: 'red', fileName: 'red.png', mimeType: 'image/png' },
    picture('red'),
  );
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  display = await startDisplay(width, height);
  env = {
    ...demoScreen(display, { baseUrl: cms.baseUrl, token: 'touch-token' }, join(folder, 'data')),
    XDG_CONFIG_HOME: folder,
    VITRINE_LANGUAGE: 'en',
    VITRINE_ADMIN_PORT: String(adminPort),
  };
  player = startPlayerProcess(env);
  person = await openInput(display.name);
  await until('the show', async () => middle(await display.grab()) === 'red');
});

afterAll(async () => {
  if (process.env.VITRINE_TEST_LOG) console.info(player?.log());
  person?.close();
  await player?.stop();
  server?.closeAllConnections();
  server?.close();
  await Promise.all([cms?.stop(), display?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const shows = async () => middle(await display.grab());
const comes = (color: string) => until(color, async () => (await shows()) === color);

async function tap(x: number, y: number): Promise<void> {
  person.move(x, y);
  person.click(1);
  await person.done();
}

async function opens(html: string): Promise<void> {
  page = `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#00f">${html}`;
  reports.clear();
  const begun = () => player.log().split('A touch opens').length;
  const before = begun();
  // The screen is watched from the moment at which it is open.
  await until('a touch that is received', async () => {
    await tap(width / 2, height / 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return begun() > before;
  });
  await comes('blue');
}

const leaves = () => tap(width - 60, height - 30);
const report = `const report = (name, value) => fetch('/report?' + encodeURIComponent(name + '=' + value));`;

/** Whether any file below these folders contains the text. The browser makes and removes files meanwhile. */
function isLeft(text: string): boolean {
  const where = [profilesFolder(), folder];
  return spawnSync('grep', ['-rqsaF', '-D', 'skip', '--', text, ...where]).status === 0;
}

test('the search for what is left finds what is there (control)', () => {
  expect([isLeft('"interaction"'), isLeft(`"inter${'x'.repeat(20)}`)]).toEqual([true, false]);
});

test('a touch opens the page, and the button leads back to the show', async () => {
  await opens('');
  await shot('open');
  await leaves();
  await comes('red');
});

test('the show returns after the idle time, with a count-down', async () => {
  await opens('');
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(await shows()).toBe('blue');
  await shot('count-down');
  await comes('red');
});

test('a person types on the on-screen keyboard', async () => {
  await opens(
    `<input id="f" style="position:absolute;top:20px;left:20px;width:300px;height:50px"><script>${report} f.oninput = () => report('typed', f.value)</script>`,
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await tap(100, 40);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await shot('keyboard');
  // The middle of the second row.
  await tap(width / 2, height - 183);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await shot('typed');
  expect(reports.get('typed')).toBe('g');
  person.press('Q');
  await person.done();
  await until('a letter of the real keyboard', () => reports.get('typed') === 'gq');
  person.press('Escape');
  await person.done();
  await comes('red');
});

test('a hostile page can neither leave its frame nor keep the person nor leave anything', async () => {
  await opens(`<script>${report}
    localStorage.secret = '${residue}';
    document.cookie = 'secret=${residue}; max-age=99999';
    report('window', window.open('/other') === null);
    try { top.location = '/other' } catch { report('top', 'refused') }
    for (let i = 0; i < 50; i++) alert('stay');
    report('alerts', 'over');
    addEventListener('beforeunload', (event) => event.preventDefault());
    document.documentElement.requestFullscreen().then(() => report('fullscreen', 'granted'), () => report('fullscreen', 'refused'));
    navigator.geolocation.getCurrentPosition(() => report('place', 'granted'), () => report('place', 'refused'));
    Notification.requestPermission().then((answer) => report('notifications', answer));
    navigator.serviceWorker.register('/worker.js').then(() => report('worker', 'there'));
    for (let i = 0; i < 60; i++) history.pushState(i, '');
    const attacks = ['file:///etc/passwd', 'chrome://settings', 'http://127.0.0.1:${adminPort}/', 'http://elsewhere.example/',
      'http://vitrine.localhost:1/', 'mailto:a@example.com', 'data:text/html,<body style="background:#0f0>'];
    for (const [at, address] of attacks.entries()) setTimeout(() => { location = address }, 500 + at * 300);
    setTimeout(() => history.go(-200), 3000);
  </script>`);
  await until('the beginning of the attacks', () => reports.get('worker') === 'there');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(Object.fromEntries(reports)).toMatchObject({
    window: 'true',
    top: 'refused',
    alerts: 'over',
    fullscreen: 'refused',
    place: 'refused',
    notifications: 'denied',
    worker: 'there',
  });
  await shot('hostile');
  expect(['red', 'green']).not.toContain(await shows());
  expect(player.log()).toContain('kept from another host');
  // Not even on the way: it is only in the memory of the browser.
  expect(isLeft(residue)).toBe(false);
  await leaves();
  await comes('red');
  expect(player.log()).not.toContain('reloaded');
  await opens(`<script>${report} report('found', document.cookie + localStorage.secret)</script>`);
  await until('what is left', () => reports.has('found'));
  expect(reports.get('found')).toBe('undefined');
  await leaves();
  await comes('red');
  expect(isLeft(residue)).toBe(false);
});

test('a page that hangs is left by the button', async () => {
  await opens('<script>setTimeout(() => { for (;;); }, 1000)</script>');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await leaves();
  await comes('red');
});

test('proof of play has each use with its number of touches', async () => {
  const { out } = await runVitrine(['proof', 'export', '--format', 'csv'], env);
  expect(out).toMatch(/interaction.*touches \d/);
});

async function shot(name: string): Promise<void> {
  const to = process.env.VITRINE_PICTURES;
  if (to) await display.screenshot(join(to, `${name}.png`));
}
