import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Clock, systemClock } from '../../../src/main/ground/clock.ts';
import type { ChromiumNeeds } from '../../../src/main/host/chromium/chromium-needs.ts';
import { profilesFolder } from '../../../src/main/host/chromium/profile.ts';
import type { HostWindow } from '../../../src/main/host/host.ts';
import { isDisplayOpen } from '../../../src/main/host/x11/access.ts';
import { connectX11 } from '../../../src/main/host/x11/connect.ts';
import { colorAt, startDisplay } from '../../e2e/support/display.ts';
import { isRunning } from '../../support/is-running.ts';
import type { AllEvents } from '../deaf.ts';
import { ownProfiles } from './own-profiles.ts';
import { browser, browsers, descendants, graphicsProcesses, renderers } from './processes.ts';
import { type ChromiumRig, chromiumRig } from './rig.ts';
import { saveScreenAfter, screenSaver } from './x11-input.ts';

const told: string[] = [];
const rigs: ChromiumRig[] = [];

const events: AllEvents = {
  message: () => undefined,
  gone: (reason) => void told.push(reason),
  hung: () => undefined,
  displaysChanged: () => void told.push('displays-changed'),
  woke: () => undefined,
  ended: () => void told.push('ended'),
};

beforeEach(async () => {
  await Promise.all(rigs.splice(0).map(({ host }) => host.stop()));
  told.length = 0;
});

afterEach(async () => {
  await Promise.all(rigs.splice(0).map(({ host }) => host.stop()));
  vi.unstubAllEnvs();
});

async function rigOf(options: Partial<ChromiumNeeds> = {}): Promise<ChromiumRig> {
  const handler = async (): Promise<Response> => new Response(null, { status: 404 });
  const rig = await chromiumRig({ handler, events }, options);
  rigs.push(rig);
  return rig;
}

async function opened(
  options: Partial<ChromiumNeeds> = {},
): Promise<{ rig: ChromiumRig; window: HostWindow }> {
  const rig = await rigOf(options);
  await rig.host.start();
  const [display] = await rig.host.displays();
  if (!display) throw new Error('no display');
  const window = await rig.host.open({ screenId: 'one', display }, rig.stage.events);
  await rig.stage.running();
  return { rig, window };
}

/** For several tests: none of them stops it. */
async function shared(options: Partial<ChromiumNeeds> = {}) {
  const since = performance.now();
  const made = await opened(options);
  rigs.splice(rigs.indexOf(made.rig), 1);
  // On a machine that is busy with something else, every start takes as long as this one just did.
  return { ...made, usual: performance.now() - since };
}

const isRoot = process.getuid?.() === 0;

describe('a running browser', () => {
  let rig: ChromiumRig;

  beforeAll(async () => {
    vi.stubEnv('VITRINE_CMS_TOKEN', 'never-to-be-seen');
    ({ rig } = await shared());
  });
  afterAll(() => rig.host.stop());

  test("keeps the app's secret and the player's variables off its command line and environment", async () => {
    const address = new URL(String(await rig.stage.run('location.href')));
    const secret = address.pathname.split('/')[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const { pid, command } of descendants()) {
      const environment = fileOf(pid, 'environ') ?? '';
      expect(command.join(' ') + environment).not.toContain(secret);
      if (command[0]?.includes('chrom')) expect(environment).not.toContain('never-to-be-seen');
    }
  });

  test('opens no port for remote control', async () => {
    expect(
      browsers()
        .flatMap(({ command }) => command)
        .join(' '),
    ).not.toContain('--remote-debugging-port');
    const answer = await rig.stage.run(
      `fetch('http://localhost:9222/json').then(() => 'open', () => 'closed')`,
    );
    expect(answer).toBe('closed');
  });

  test('draws on a virtual display that admits no other client', async () => {
    const environment = readFileSync(`/proc/${browsers()[0]?.pid}/environ`, 'utf8').split('\0');
    const display = environment.find((line) => line.startsWith('DISPLAY='))?.slice(8) ?? '';
    await expect(connectX11(display, { XAUTHORITY: '/dev/null' })).rejects.toMatchObject({
      code: 'display-refused',
    });
    expect(await isDisplayOpen(display)).toBe(false);
    // The server of the test itself has no cookie and admits everyone.
    const other = await startDisplay(320, 200);
    expect(await isDisplayOpen(other.name)).toBe(true);
    await other.stop();
  });

  test.runIf(isRoot)('runs as an unprivileged account, with its sandbox on', async () => {
    const processes = descendants().filter(({ command }) => /chrom/.test(command[0] ?? ''));
    expect(processes.length).toBeGreaterThan(2);
    for (const { uid, command } of processes) {
      expect(uid).not.toBe(0);
      expect(command.join(' ')).not.toContain('--no-sandbox');
    }
    // Every renderer has a system call filter and cannot gain rights.
    for (const { pid } of renderers()) {
      const status = fileOf(pid, 'status');
      if (status === null) continue;
      expect(status).toMatch(/^Seccomp:\s+2$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    }
  });
});

type Shared = Awaited<ReturnType<typeof shared>>;

describe('a dead browser', () => {
  let made: Shared;
  beforeAll(async () => {
    made = await shared();
  });
  afterAll(() => made.rig.host.stop());

  async function kill(): Promise<void> {
    made.rig.stage.expectReload();
    process.kill(browser(), 'SIGKILL');
    await vi.waitUntil(() => told.length > 0, { timeout: 60_000, interval: 1 });
  }

  test('is reported at once, and returns in the same window within 2 s, without its data', async () => {
    const { rig, window, usual } = made;
    await rig.stage.run(`localStorage.setItem('kept', 'yes'), document.cookie = 'kept=yes; max-age=1000'`);
    const killed = performance.now();
    await kill();
    expect(told).toEqual(['browser-exited']);
    await window.revive();
    await rig.stage.running();
    await rig.stage.run('new Promise(requestAnimationFrame)');
    expect(performance.now() - killed).toBeLessThan(Math.max(2000, usual * 3));
    expect(await rig.stage.run(`[localStorage.getItem('kept'), document.cookie]`)).toEqual([null, '']);
  });

  test('is replaced once, however many windows need it', async () => {
    const { rig, window } = made;
    await kill();
    await Promise.all([window.revive(), rig.host.displays(), rig.host.displays()]);
    await rig.stage.running();
    expect(browsers()).toHaveLength(1);
  });

  test('that keeps dying is started without the graphics card', async () => {
    const { rig, window } = made;
    // A machine without a card has one of these to begin with.
    const times = (): number => browsers()[0]?.command.filter((word) => word === '--disable-gpu').length ?? 0;
    const before = times();
    // Two deaths came before; on a very slow machine they are too long ago.
    for (let deaths = 0; deaths < 3 && times() === before; deaths++) {
      told.length = 0;
      await kill();
      await window.revive();
      await rig.stage.running();
    }
    expect(times()).toBe(before + 1);
  });
});

describe('a stage that is revived', () => {
  let made: Shared;
  beforeAll(async () => {
    made = await shared();
  });
  beforeEach(() => made.rig.stage.expectReload());
  afterAll(() => made.rig.host.stop());

  test('is replaced when its stopped renderer cannot even crash', async () => {
    const { rig, window, usual } = made;
    for (const { pid } of renderers()) process.kill(pid, 'SIGSTOP');
    const started = performance.now();
    await window.revive();
    await rig.stage.running();
    expect(performance.now() - started).toBeLessThan(Math.max(4000, 1500 + usual * 3));
  });

  test('is replaced alone when it paints nothing because it hangs', async () => {
    const { rig, window } = made;
    const pid = browser();
    await rig.stage.run('setTimeout(() => { for (;;); }, 0), 1');
    await window.revive(true);
    await rig.stage.running();
    expect(browsers().map((one) => one.pid)).toEqual([pid]);
  });

  test('gets a new GPU process at once when it answers but paints nothing', async () => {
    const { rig, window } = made;
    const pid = browser();
    const [graphics] = graphicsProcesses();
    if (!graphics) throw new Error('Nothing draws.');
    process.kill(graphics.pid, 'SIGSTOP');
    await window.revive(true);
    await rig.stage.running();
    await rig.stage.run('new Promise(requestAnimationFrame)');
    expect(browsers().map((one) => one.pid)).not.toContain(pid);
  });
});

/** A clock whose waits are a tenth as long from some moment: the awaited answer never comes anyway. */
function hastyClock(): Clock & { hurry: number } {
  const clock = {
    ...systemClock,
    hurry: 1,
    after: (ms: number, callback: () => void) => systemClock.after(ms / clock.hurry, callback),
  };
  return clock;
}

describe('a stopped browser', () => {
  const clock = hastyClock();
  let made: Shared;
  beforeAll(async () => {
    made = await shared({ clock });
  });
  afterAll(() => made.rig.host.stop());

  test('is not waited for before it has told its displays', async () => {
    const { rig } = made;
    process.kill(browser(), 'SIGSTOP');
    clock.hurry = 10;
    await expect(rig.host.displays()).rejects.toMatchObject({ code: 'browser-silent' });
    clock.hurry = 1;
    process.kill(browser(), 'SIGCONT');
    expect(await rig.host.displays()).toHaveLength(1);
  });

  test('is killed and restarted, and pending commands end', async () => {
    const { rig, window } = made;
    const pid = browser();
    rig.stage.expectReload();
    process.kill(pid, 'SIGSTOP');
    clock.hurry = 10;
    await expect(window.capture()).rejects.toMatchObject({ code: 'browser-silent' });
    clock.hurry = 1;
    await window.revive();
    await rig.stage.running();
    expect(browsers().map((one) => one.pid)).not.toContain(pid);
    // It was ended by us: nobody is told of a further death, and it says nothing about the graphics card.
    expect(told).toEqual([]);
    expect(rig.lines.map(({ message }) => message)).not.toContain('The browser ended');
  });

  test('opens no window, times out and is killed', async () => {
    const { rig } = made;
    const [display] = await rig.host.displays();
    const pid = browser();
    if (!display) throw new Error('no display');
    process.kill(pid, 'SIGSTOP');
    clock.hurry = 10;
    await expect(rig.host.open({ screenId: 'two', display }, rig.stage.events)).rejects.toMatchObject({
      code: 'browser-silent',
    });
    clock.hurry = 1;
    expect(browsers().map((one) => one.pid)).not.toContain(pid);
    // The first screen's window lost its browser, and hears of it.
    expect(told).toEqual(['browser-exited']);
  });
});

test('a stop during the start of the browser does not wait for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mute-'));
  const mute = join(folder, 'mute');
  writeFileSync(mute, '#!/bin/sh\nexec sleep 600 # chromium\n', { mode: 0o755 });
  chmodSync(folder, 0o755);
  const rig = await rigOf({ executable: mute });
  const failing = expect(rig.host.start()).rejects.toMatchObject({ kind: 'temporary' });
  const isUp = (): boolean => descendants().some(({ command }) => command.join(' ').startsWith('sleep 600'));
  await vi.waitUntil(isUp, { timeout: 60_000, interval: 10 });
  const stopped = performance.now();
  await rig.host.stop();
  // A start waits for half a minute.
  expect(performance.now() - stopped).toBeLessThan(25_000);
  await failing;
  expect(isUp()).toBe(false);
  expect(await rig.remains()).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe('when the player ends', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('by %s, browser and display end with it', async (signal) => {
    const owner = spawn(process.execPath, [fileURLToPath(new URL('owner.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => owner.stdout.once('data', resolve));
    const children = descendants(owner.pid).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThan(3);
    owner.kill(signal);
    await vi.waitUntil(() => children.every((pid) => !isRunning(pid)), { timeout: 60_000, interval: 20 });
  });

  test('a browser removes the leftovers of a killed one, and leaves nothing outside its own folder', async () => {
    const left = join(profilesFolder(), 'vitrine-browser-999999999-left');
    mkdirSync(left, { recursive: true });
    await opened();
    const sockets = ownProfiles().map((home) => join(home, 'profile/SingletonSocket'));
    const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    const socket = await vi.waitUntil(() => sockets.find(isThere), { timeout: 60_000, interval: 20 });
    const home = join(socket, '../..');
    expect(relative(home, readlinkSync(socket))).toMatch(/^org\.chromium\.Chromium\.\w+\/SingletonSocket$/);
    await vi.waitUntil(() => !readdirSync(profilesFolder()).includes('vitrine-browser-999999999-left'), {
      timeout: 60_000,
    });
  });
});

describe('a missing prerequisite is reported with a remedy', () => {
  test('when there is no browser', async () => {
    const rig = await rigOf({ executable: '/nowhere/chromium' });
    await expect(rig.host.start()).rejects.toMatchObject({ code: 'no-browser', kind: 'usage' });
  });

  test('when there is no display, and no program for a virtual one', async () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    const rig = await rigOf({ display: 'auto', findProgram: () => null });
    await expect(rig.host.start()).rejects.toMatchObject({
      code: 'no-display',
      remedy: { code: 'no-display.remedy' },
    });
  });

  test('when the display cannot be reached', async () => {
    vi.stubEnv('DISPLAY', ':987');
    const rig = await rigOf({ display: 'auto' });
    await expect(rig.host.start()).rejects.toMatchObject({ code: 'display-refused' });
    expect(await rig.remains()).toEqual([]);
  });

  test.runIf(isRoot)('when there is no account for the browser', async () => {
    const rig = await rigOf({ user: 'no-such-user' });
    await expect(rig.host.start()).rejects.toMatchObject({ code: 'no-browser-user' });
    const asRoot = await rigOf({ user: 'root' });
    await expect(asRoot.host.start()).rejects.toMatchObject({ code: 'no-browser-user' });
  });
});

describe('a display of the session', () => {
  let server: ChildProcess;
  let folder: string;

  afterEach(async () => {
    await Promise.all(rigs.splice(0).map(({ host }) => host.stop()));
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** An X server that admits only clients with its cookie. */
  async function start(): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-x-'));
    const authority = join(folder, 'authority');
    const given = ['-screen', '0', '640x360x24', '-nolisten', 'tcp', '-auth', authority, '-noreset'];
    // FamilyWild, any display, a cookie of 16 bytes.
    const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, bytes.length]), bytes]);
    const parts = ['', '', 'MIT-MAGIC-COOKIE-1'].map((text) => field(Buffer.from(text)));
    writeFileSync(authority, Buffer.concat([Buffer.from([255, 255]), ...parts, field(Buffer.alloc(16, 7))]));
    server = spawn('Xvfb', ['-displayfd', '3', ...given], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const number = await new Promise<string>((resolve) =>
      server.stdio[3]?.once('data', (data) => resolve(String(data).trim())),
    );
    vi.stubEnv('DISPLAY', `:${number}`);
    vi.stubEnv('XAUTHORITY', authority);
  }

  test('is used with its cookie, also by a browser of another account, followed in its size, and stays awake', async () => {
    await start();
    const { rig, window } = await opened({ display: 'auto' });
    expect(await rig.stage.run('[innerWidth, innerHeight]')).toEqual([640, 360]);
    const [display] = await rig.host.displays();
    if (!display) throw new Error('no display');
    window.fitTo({ ...display, width: 320, height: 200 });
    await vi.waitUntil(
      async () => isDeepStrictEqual(await rig.stage.run('[innerWidth, innerHeight]'), [320, 200]),
      { timeout: 60_000, interval: 20 },
    );
    await saveScreenAfter(process.env.DISPLAY ?? '', 1);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await screenSaver(process.env.DISPLAY ?? '')).toBe('off');
    await rig.host.stop();
    await vi.waitUntil(async () => (await screenSaver(process.env.DISPLAY ?? '')) === 'on', {
      timeout: 60_000,
      interval: 100,
    });
  });

  test('is refused with a reason without its cookie', async () => {
    await start();
    vi.stubEnv('XAUTHORITY', '/nowhere');
    const rig = await rigOf({ display: 'auto' });
    await expect(rig.host.start()).rejects.toMatchObject({ code: 'display-refused' });
  });

  test('ends the session when it ends', async () => {
    await start();
    await opened({ display: 'auto' });
    server.kill('SIGKILL');
    await vi.waitUntil(() => told.includes('ended'), { timeout: 60_000, interval: 10 });
  });

  test('is reported as lost when it was awaited, and does not end the session', async () => {
    await start();
    await opened({
      display: 'auto',
      awaitsDisplay: true,
      onDisplayLost: () => void told.push('display-lost'),
    });
    server.kill('SIGKILL');
    await vi.waitUntil(() => told.includes('display-lost'), { timeout: 60_000, interval: 10 });
    expect(told).not.toContain('ended');
  });
});

test('two screens are two windows in their places, and each is restored alone', async () => {
  const display = await startDisplay(1280, 180);
  vi.stubEnv('DISPLAY', display.name);
  let loads = 0;
  const handler = async ({ url }: Request): Promise<Response> => {
    if (!url.endsWith('index.html')) return new Response(null, { status: 404 });
    const color = ['red', 'blue', 'lime', 'yellow', 'blue', 'red'][loads++] ?? 'black';
    const headers = { 'content-type': 'text/html' };
    return new Response(`<!doctype html><body style="background:${color}">`, { headers });
  };
  const rig = await rigOf({ display: 'auto', handler });
  await rig.host.start();
  const half = { id: 'half', left: 0, top: 0, width: 640, height: 180, primary: true };
  const left = await rig.host.open({ screenId: 'left', display: half }, rig.stage.events);
  const right = await rig.host.open(
    { screenId: 'right', display: { ...half, left: 640, primary: false } },
    rig.stage.events,
  );
  const untilSeen = async (expected: string): Promise<void> => {
    let last = '';
    const isSeen = async (): Promise<boolean> => {
      const frame = await display.grab(1280, 180);
      last = [0.001, 0.25, 0.499, 0.501, 0.75, 0.999].map((x) => colorAt(frame, x, 0.01)).join(' ');
      return last === expected;
    };
    await vi.waitUntil(isSeen, { timeout: 60_000, interval: 50 }).catch(() => expect(last).toBe(expected));
  };
  for (const window of [left, right]) window.reveal();
  await untilSeen('red red red blue blue blue');
  await right.revive();
  await untilSeen('red red red green green green');
  // Another renderer for one of them appears in its own window, whichever was used last.
  const unheard = { message: () => undefined, gone: () => undefined, hung: () => undefined };
  const replace = async (window: HostWindow): Promise<HostWindow> => {
    const behind = await window.openBehind(unheard);
    await behind.comeForward();
    await window.close();
    return behind;
  };
  const leftAgain = await replace(left);
  await untilSeen('yellow yellow yellow green green green');
  await replace(right);
  await untilSeen('yellow yellow yellow blue blue blue');
  await replace(leftAgain);
  await untilSeen('red red red blue blue blue');
  expect(told).toEqual([]);
  await rig.host.stop();
  await display.stop();
});

test('a display that shrinks and grows back is covered both times', async () => {
  const screen = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', screen.name);
  const headers = { 'content-type': 'text/html' };
  const handler = async (): Promise<Response> =>
    new Response('<!doctype html><body style="background:red">', { headers });
  const rig = await rigOf({ display: 'auto', handler });
  await rig.host.start();
  const [display] = await rig.host.displays();
  if (!display) throw new Error('no display');
  const window = await rig.host.open({ screenId: 'one', display }, rig.stage.events);
  window.reveal();
  const untilSeen = async (expected: string): Promise<void> => {
    let last = '';
    const isSeen = async (): Promise<boolean> => {
      const frame = await screen.grab(640, 360);
      last = [0.1, 0.9].map((at) => colorAt(frame, at, at)).join(' ');
      return last === expected;
    };
    await vi.waitUntil(isSeen, { timeout: 60_000, interval: 50 }).catch(() => expect(last).toBe(expected));
  };
  await untilSeen('red red');
  window.fitTo({ ...display, width: 320, height: 180 });
  await untilSeen('red black');
  window.fitTo(display);
  await untilSeen('red red');
  await rig.host.stop();
  await screen.stop();
});

test('a second stop, or one without a start, is no error', async () => {
  const { rig } = await opened();
  await Promise.all([rig.host.stop(), rig.host.stop()]);
  await rig.host.stop();
  await (await rigOf()).host.stop();
  expect(await rig.remains()).toEqual([]);
  expect(told).toEqual([]);
});

/** Null for a process that has just ended: a browser starts some that last for a moment. */
function fileOf(pid: number, name: 'environ' | 'status'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}
