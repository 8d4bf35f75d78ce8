import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserProxy } from '../../../src/main/host/browser-proxy.ts';
import { appStart } from '../../../src/main/host/electron/app-secret.ts';
import { GpuHistory } from '../../../src/main/host/electron/gpu-history.ts';
import { electronHostOnFake, firstDisplay, openOnFake, settled, startedOnFake } from './started.ts';

describe('start', () => {
  it('waits until Electron is ready', async () => {
    const { electron, host } = electronHostOnFake();
    let started = false;
    const starting = host.start().then(() => {
      started = true;
    });
    await settled();
    expect(started).toBe(false);
    expect(electron.sessions.size).toBe(0);
    electron.app.becomeReady();
    await starting;
    expect(host.name).toBe('electron');
    expect(host.version).toBe('Electron 45.0.0 (Chromium 150.0.0.0)');
  });

  it('keeps the display awake until the stop', async () => {
    const { electron, host } = await startedOnFake();
    expect([...electron.blockers.values()]).toEqual(['prevent-display-sleep']);
    await host.stop();
    await host.stop();
    expect(electron.blockers.size).toBe(0);
  });

  it('stores nothing of the browser on disk: its session lives in memory', async () => {
    const { electron, contents } = await openOnFake();
    const [partition] = electron.sessions.keys();
    expect(partition).not.toMatch(/^persist:/);
    expect(contents.preferences?.partition).toBe(partition);
  });
});

describe('the app', () => {
  it('is answered by the handler under vitrine://app/, with ranges', async () => {
    const requested: Request[] = [];
    const { electron } = await startedOnFake(async (request) => {
      requested.push(request);
      return new Response('part', { status: 206, headers: { 'Content-Range': 'bytes 0-3/10' } });
    });
    const session = electron.session('vitrine');
    const answer = await session.fetch(`${appStart}media/clip.mp4`, { headers: { Range: 'bytes=0-3' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe('bytes 0-3/10');
    expect(requested.map((request) => [request.url, request.headers.get('Range')])).toEqual([
      ['vitrine://app/media/clip.mp4', 'bytes=0-3'],
    ]);
  });

  it('survives a failing handler', async () => {
    const { electron, lines } = await startedOnFake(async () => {
      throw new Error('the disk is gone');
    });
    expect((await electron.session('vitrine').fetch(`${appStart}words.txt?token=abc`)).status).toBe(500);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', fields: { path: '/words.txt' } });
  });

  it.each([
    'vitrine://other/',
    'vitrine://app.evil.example/',
    'vitrine://application/',
    // A page that knows the hash of a picture cannot find out whether the player has it.
    'vitrine://app/',
    'vitrine://app/index.html',
    `vitrine://app/media/${'0'.repeat(64)}.png`,
    `vitrine://app/${'x'.repeat(32)}/media/${'0'.repeat(64)}.png`,
  ])('is not served at %s', async (address) => {
    const { electron } = await startedOnFake(() => {
      throw new Error('the handler was asked');
    });
    expect((await electron.session('vitrine').fetch(address)).status).toBe(404);
  });
});

describe('a proxy', () => {
  const address = 'http://sign:SECRET@proxy.example:3128';
  const proxy = browserProxy({ HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: '.shop.example' });

  it('is set in the session before anything loads, without its password', async () => {
    const { electron } = await startedOnFake(undefined, proxy);
    expect(electron.session('vitrine').proxy).toEqual({
      proxyRules: 'http=http://proxy.example:3128;https=http://proxy.example:3128',
      proxyBypassRules: 'localhost,*.localhost,127.0.0.0/8,[::1],.shop.example',
    });
    expect((await startedOnFake()).electron.session('vitrine').proxy).toBeNull();
  });

  it('gets its password once; no other proxy and no page gets one', async () => {
    const { electron } = await startedOnFake(undefined, proxy);
    expect(electron.app.asksToLogIn({})).toEqual(['sign', 'SECRET']);
    expect(electron.app.asksToLogIn({}, false)).toBe('cancelled');
    expect(electron.app.asksToLogIn({ isProxy: false })).toBe('cancelled');
    expect(electron.app.asksToLogIn({ host: 'evil.example' })).toBe('cancelled');
  });
});

describe('displays', () => {
  it('are listed with a stable id and their position', async () => {
    const { electron, host } = await startedOnFake();
    electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
    expect(await host.displays()).toEqual([
      { id: '101', left: 0, top: 0, width: 1920, height: 1080, primary: true },
      { id: '202', left: 1920, top: 0, width: 1280, height: 720, primary: false },
    ]);
  });

  it('are reported when they come, go and change, and a window follows its own', async () => {
    const { electron, fakeWindow, reported } = await openOnFake();
    electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
    electron.screen.remove(202);
    const bounds = { x: 0, y: 0, width: 3840, height: 2160 };
    electron.screen.resize(101, bounds);
    expect(reported).toEqual(Array(3).fill({ event: 'displaysChanged' }));
    expect(fakeWindow.covers(bounds)).toBe(true);
    expect(fakeWindow.views[0]?.bounds).toEqual({ x: 0, y: 0, width: 3840, height: 2160 });
  });

  it('do not move a window that is on another one', async () => {
    const { electron, fakeWindow } = await openOnFake();
    const before = fakeWindow.bounds;
    electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
    electron.screen.resize(202, { x: 1920, y: 0, width: 640, height: 480 });
    expect(fakeWindow.bounds).toEqual(before);
  });

  it('may change while a window is destroyed', async () => {
    const { electron, fakeWindow, reported } = await openOnFake();
    fakeWindow.destroy();
    electron.screen.resize(101, { x: 0, y: 0, width: 640, height: 480 });
    expect(reported.at(-1)).toEqual({ event: 'displaysChanged' });
  });
});

describe('the machine', () => {
  it('reports waking', async () => {
    const { electron, reported } = await startedOnFake();
    electron.powerMonitor.emit('resume');
    expect(reported).toEqual([{ event: 'woke' }]);
  });

  it('ends the player at shutdown', async () => {
    const { electron, reported } = await startedOnFake();
    electron.powerMonitor.emit('shutdown');
    expect(reported).toEqual([{ event: 'ended' }]);
  });

  it('logs the death of a helper process', async () => {
    const { electron, lines } = await startedOnFake();
    electron.app.emit(
      'child-process-gone',
      {},
      { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' },
    );
    expect(lines.at(-1)).toMatchObject({
      level: 'warn',
      fields: { type: 'GPU', reason: 'crashed', exit: 139 },
    });
  });
});

describe('a GPU process that keeps dying', () => {
  it('is remembered across the death of the program', async () => {
    const { electron, profileFolder, clock } = await startedOnFake();
    const gone = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' };
    electron.app.emit('child-process-gone', {}, gone);
    electron.app.emit('child-process-gone', {}, { ...gone, type: 'Utility' });
    electron.app.emit('child-process-gone', {}, { ...gone, reason: 'clean-exit' });
    electron.app.emit('child-process-gone', {}, gone);
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(false);
    electron.app.emit('child-process-gone', {}, gone);
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(true);
  });
});

it('does not end the run when its death cannot be saved', async () => {
  const { electron, profileFolder, lines } = await startedOnFake();
  mkdirSync(join(profileFolder, 'gpu-deaths.json'));
  electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('could not be saved'),
  });
});

describe('deaths of the GPU process are ignored', () => {
  const died = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' } as const;

  it('when a signal ends all processes of the program', async () => {
    for (const reason of ['killed', 'crashed'] as const) {
      const { electron, profileFolder, clock } = await openOnFake();
      for (let start = 0; start < 2; start++) new GpuHistory(profileFolder).died(clock.now() - 60_000);
      electron.terminateGroup(reason);
      expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(false);
    }
  });

  it('when a signal from outside caused them', async () => {
    const { electron, profileFolder, clock } = await openOnFake();
    for (let count = 0; count < 3; count++)
      electron.app.emit('child-process-gone', {}, { ...died, reason: 'killed' });
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(false);
  });

  it('while the player ends', async () => {
    const { electron, profileFolder, clock, reported } = await openOnFake();
    electron.quit();
    for (let count = 0; count < 3; count++) electron.app.emit('child-process-gone', {}, died);
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(false);
    expect(reported).toEqual([{ event: 'ended' }]);
  });

  it('but not long before the end', async () => {
    const { electron, profileFolder, clock } = await openOnFake();
    for (let count = 0; count < 3; count++) electron.app.emit('child-process-gone', {}, died);
    clock.pass(4_000);
    electron.quit();
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(true);
  });
});

it('no site gets a client certificate of this machine', async () => {
  const { electron } = await startedOnFake();
  expect(electron.app.asksForCertificate()).toBeNull();
});

it('a browser without its sandbox is logged', async () => {
  const { electron, host, lines } = electronHostOnFake();
  electron.app.commandLine.appendSwitch('no-sandbox');
  electron.app.becomeReady();
  await host.start();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'warn', message: expect.stringContaining('--no-sandbox') }),
  );
});

describe('a second start', () => {
  it('brings the running player to the front', async () => {
    const { electron, fakeWindow, window } = await openOnFake();
    window.reveal();
    expect(fakeWindow.focused).toBe(false);
    electron.app.emit('second-instance', {});
    expect(fakeWindow.focused).toBe(true);
  });

  it('does no harm without a window', async () => {
    const { electron, fakeWindow } = await openOnFake();
    fakeWindow.destroy();
    expect(() => electron.app.emit('second-instance', {})).not.toThrow();
  });
});

describe('the end', () => {
  it('after a lost display or session requests a restart, and the GPU is not blamed', async () => {
    const { electron, profileFolder, clock } = await openOnFake();
    for (let start = 0; start < 2; start++) new GpuHistory(profileFolder).died(clock.now() - 60_000);
    electron.loseSession();
    expect(electron.app.exitCode).toBe(75);
    expect(new GpuHistory(profileFolder).needsSoftware(clock.now())).toBe(false);
  });

  it('after a display that is lost before the start requests a restart too', () => {
    const { electron } = electronHostOnFake();
    electron.loseSession();
    expect(electron.app.exitCode).toBe(75);
  });

  it("with the player's own exit code keeps it", () => {
    const { electron } = electronHostOnFake();
    electron.app.emit('quit', {}, 1);
    expect(electron.app.exitCode).toBeNull();
  });

  it('of a session that was announced to the player is final', async () => {
    const { electron, reported } = await openOnFake();
    electron.quit();
    electron.loseSession();
    expect(reported).toEqual([{ event: 'ended' }]);
    expect(electron.app.exitCode).toBe(0);
  });

  it('is requested once by SIGTERM, and the player has time to stop', async () => {
    const { electron, reported, host } = await openOnFake();
    expect(electron.quit()).toBe(false);
    expect(electron.quit()).toBe(false);
    expect(reported).toEqual([{ event: 'ended' }]);
    expect(electron.app.exitCode).toBeNull();
    await host.stop();
    expect(electron.windows.every((window) => window.isDestroyed())).toBe(true);
    expect(electron.quit()).toBe(true);
    await settled();
    expect(electron.app.exitCode).toBe(0);
  });

  it('is delayed even without an open window', async () => {
    const { electron, reported } = await startedOnFake();
    expect(electron.quit()).toBe(false);
    expect(reported).toEqual([{ event: 'ended' }]);
  });

  it('is forced when the player does not stop in time', async () => {
    const { electron, clock } = await openOnFake();
    electron.quit();
    clock.pass(3_999);
    expect(electron.killed).toEqual([]);
    clock.pass(1);
    // Electron's own exit returns, and may hang.
    expect(electron.killed).toEqual([process.pid]);
  });

  it('is not forced on a player that stopped', async () => {
    const { electron, clock, host } = await openOnFake();
    electron.quit();
    await host.stop();
    expect(clock.waits).toEqual([]);
    clock.pass(60_000);
    expect(electron.killed).toEqual([]);
  });

  it('does not follow from having no window', async () => {
    const { electron, window, reported } = await openOnFake();
    await window.close();
    expect(electron.app.exitCode).toBeNull();
    expect(reported).toEqual([]);
  });

  it('reports nothing after the stop', async () => {
    const { electron, host, reported } = await openOnFake();
    await host.stop();
    electron.powerMonitor.emit('resume');
    electron.powerMonitor.emit('shutdown');
    electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'killed', exitCode: 0 });
    expect(reported).toEqual([]);
  });

  it('a host that never started stops as well', async () => {
    const { host } = electronHostOnFake();
    await expect(host.stop()).resolves.toBeUndefined();
  });
});

describe('several screens', () => {
  it('each have a window on their display', async () => {
    const { electron, host, reported, eventsOf } = await startedOnFake();
    electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
    for (const display of await host.displays())
      await host.open({ screenId: `on ${display.id}`, display }, eventsOf(`on ${display.id}`));
    await settled();
    expect(electron.windows).toHaveLength(2);
    expect(electron.windows[0]?.covers({ x: 0, y: 0, width: 1920, height: 1080 })).toBe(true);
    expect(electron.windows[1]?.covers({ x: 1920, y: 0, width: 1280, height: 720 })).toBe(true);
    electron.windows[1]?.contents.says('hello');
    await settled();
    expect(reported.at(-1)).toEqual({ event: 'message', screenId: 'on 202', message: 'hello' });
    expect(await firstDisplay(host)).toMatchObject({ id: '101' });
  });
});
