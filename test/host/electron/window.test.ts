import { describe, expect, it, vi } from 'vitest';
import { appStart } from '../../../src/main/host/electron/app-secret.ts';
import { ElectronWindow } from '../../../src/main/host/electron/window.ts';
import { ownMemory } from '../../../src/main/host/own-memory.ts';
import { standbyOf } from '../../support/standby.ts';
import { metricOf } from './fake-electron.ts';
import { firstDisplay, openOnFake, settled, startedOnFake } from './started.ts';

const standby = { type: 'standby', standby: standbyOf({}) } as const;
const ready = { type: 'ready', protocol: 1 };

describe('a window', () => {
  it('is bare and covers its whole display, to the last pixel', async () => {
    const { fakeWindow, contents } = await openOnFake();
    expect(fakeWindow.options).toMatchObject({ show: false, frame: false, backgroundColor: '#000000' });
    expect(fakeWindow.covers({ x: 0, y: 0, width: 1920, height: 1080 })).toBe(true);
    expect(fakeWindow.views[0]?.bounds).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
    expect(contents.webRtc).toBe('default_public_interface_only');
  });

  it('holds a sandboxed page with only the bridge', async () => {
    const { contents } = await openOnFake();
    expect(contents.preferences).toEqual({
      partition: 'vitrine',
      preload: '/app/dist/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      safeDialogs: true,
      spellcheck: false,
      devTools: false,
      backgroundThrottling: false,
      autoplayPolicy: 'document-user-activation-required',
    });
  });

  it('loads the app and is shown, as a kiosk, once its stage has painted', async () => {
    const { fakeWindow, contents, clock, window } = await openOnFake();
    expect(contents.top.url).toBe(`${appStart}index.html`);
    expect(fakeWindow).toMatchObject({ visible: false, kiosk: false });
    window.reveal();
    expect(fakeWindow).toMatchObject({ visible: true, kiosk: true });
    clock.pass(150);
    expect(clock.waits).toEqual([]);
  });

  it('is uncovered at its next paint after it was shown', async () => {
    const { electron, host, clock, eventsOf, log } = await startedOnFake();
    const did: string[] = [];
    const open = async () =>
      new ElectronWindow({
        electron: electron.api,
        placement: { screenId: 'main', display: await firstDisplay(host) },
        partition: 'vitrine',
        preload: '/app/dist/preload/preload.cjs',
        events: eventsOf('main'),
        log,
        clock,
        kill: (pid) => electron.kill(pid),
        veil: {
          cover: () => did.push('cover'),
          reveal: () => did.push('reveal'),
          keepPicture: () => undefined,
        },
        behind: null,
        openBehind: () => {
          throw new Error('nobody asks for it');
        },
        onSessionEnd: () => undefined,
        onClosed: () => undefined,
      });
    const window = await open();
    window.reveal();
    window.reveal();
    clock.pass(149);
    expect(did).toEqual(['cover']);
    clock.pass(1);
    expect(did).toEqual(['cover', 'reveal']);
    window.conceal();
    window.reveal();
    expect(did).toEqual(['cover', 'reveal', 'cover', 'reveal']);
    const closed = await open();
    closed.reveal();
    await closed.close();
    expect(did.slice(4)).toEqual(['cover', 'reveal']);
  });

  it('is covered while the GPU process is replaced', async () => {
    const { electron, host, window, contents, clock } = await openOnFake();
    window.reveal();
    clock.pass(150);
    const cover = vi.spyOn(window, 'conceal');
    const died = { type: 'GPU', reason: 'killed', exitCode: 9, name: 'GPU' };
    contents.captures = 'empty';
    electron.app.emit('child-process-gone', {}, { ...died, type: 'Utility' });
    expect(cover).not.toHaveBeenCalled();
    electron.app.emit('child-process-gone', {}, died);
    electron.app.emit('child-process-gone', {}, died);
    expect(cover).toHaveBeenCalledTimes(1);
    await settled();
    contents.captures = 'well';
    await clock.advance(50);
    await settled();
    // By now it is uncovered: the next death covers it again.
    electron.app.emit('child-process-gone', {}, died);
    expect(cover).toHaveBeenCalledTimes(2);
    await host.stop();
  });

  it('is shown after 2 s whatever the page does', async () => {
    const { electron, host, eventsOf, clock } = await startedOnFake(() => new Promise(() => undefined));
    await host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
    await settled();
    clock.pass(1_999);
    expect(electron.window.visible).toBe(false);
    clock.pass(1);
    expect(electron.window.visible).toBe(true);
  });

  it('is not shown after it was closed', async () => {
    const { host, eventsOf, clock } = await startedOnFake(() => new Promise(() => undefined));
    const window = await host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
    await window.close();
    expect(clock.waits).toEqual([]);
  });

  it('logs that the app could not be loaded', async () => {
    const { lines, window, contents } = await openOnFake();
    contents.loads = 'badly';
    await window.revive();
    await settled();
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: 'The app could not be loaded' });
  });

  it('is closed by the player alone', async () => {
    const { fakeWindow, window, reported, contents } = await openOnFake();
    expect(fakeWindow.close()).toBe(false);
    await window.close();
    await window.close();
    await settled();
    expect(fakeWindow.isDestroyed()).toBe(true);
    expect(contents.isDestroyed()).toBe(true);
    expect(reported).toEqual([]);
  });

  it('reports when its page closes, and gets another page', async () => {
    const { electron, contents, window, reported } = await openOnFake();
    contents.close();
    await settled();
    expect(reported).toEqual([{ event: 'gone', screenId: 'main', reason: 'killed' }]);
    window.send(standby);
    await expect(window.capture()).rejects.toMatchObject({ code: 'no-picture' });
    await window.revive();
    await settled();
    expect(electron.window.contents).not.toBe(contents);
    expect(electron.window.contents.top.url).toBe(`${appStart}index.html`);
    expect(electron.leaked).toEqual([]);
  });

  it('ends the player when the desktop session ends', async () => {
    const { fakeWindow, reported } = await openOnFake();
    fakeWindow.emit('session-end', {});
    expect(reported).toEqual([{ event: 'ended' }]);
  });
});

describe('messages to the screen', () => {
  it('arrive', async () => {
    const { window, contents } = await openOnFake();
    window.send(standby);
    expect(contents.received).toEqual([standby]);
  });

  it('are kept until the document exists, the latest hundred', async () => {
    let give: (response: Response) => void = () => undefined;
    const { electron, host, eventsOf } = await startedOnFake(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    const window = await host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
    for (let echo = 0; echo < 120; echo++) window.send({ type: 'clock', echo, epochMs: 0, slowness: 1 });
    expect(electron.window.contents.received).toEqual([]);
    give(new Response('<!doctype html>'));
    await settled();
    const heard = electron.window.contents.received as { echo: number }[];
    expect(heard.map(({ echo }) => echo)).toEqual(Array.from({ length: 100 }, (_, index) => index + 20));
  });

  it('for a document that died are not given to the next one', async () => {
    const { window, contents } = await openOnFake();
    contents.dies('crashed');
    window.send(standby);
    await window.revive();
    window.send({ type: 'overlay', visible: true });
    await settled();
    expect(contents.received).toEqual([{ type: 'overlay', visible: true }]);
  });

  it('to a dead renderer or a lost window are dropped without harm', async () => {
    const { window, contents, fakeWindow } = await openOnFake();
    contents.dies('crashed');
    expect(() => window.send(standby)).not.toThrow();
    fakeWindow.destroy();
    expect(() => window.send(standby)).not.toThrow();
  });
});

describe('messages from the screen', () => {
  it('arrive unparsed and in order', async () => {
    const { contents, reported } = await openOnFake();
    contents.says(ready);
    contents.says({ anything: 'at all' });
    await settled();
    expect(reported).toEqual([
      { event: 'message', screenId: 'main', message: ready },
      { event: 'message', screenId: 'main', message: { anything: 'at all' } },
    ]);
  });

  it.each([
    ['a frame inside the app', { url: 'vitrine://app/', parent: { url: 'vitrine://app/', parent: null } }],
    ['a web page', { url: 'https://page.example/', parent: { url: 'vitrine://app/', parent: null } }],
    ['a web page that took the top', { url: 'https://page.example/', parent: null }],
    ['a page with an address that begins alike', { url: 'vitrine://app.evil.example/', parent: null }],
    ['a frame that is gone', null],
  ])('are refused from %s', async (_name, frame) => {
    const { contents, reported, lines } = await openOnFake();
    contents.says(ready, frame);
    contents.says(ready, frame);
    await settled();
    expect(reported).toEqual([]);
    expect(
      lines.filter((line) => line.message === 'A message from a foreign frame was refused'),
    ).toHaveLength(1);
  });

  it('wait until the stage may play sound', async () => {
    const { electron, host, eventsOf, reported } = await startedOnFake();
    const opening = host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
    const { contents } = electron.window;
    contents.gesturesGo = 'never';
    await opening;
    await settled();
    contents.says(ready);
    await settled();
    expect(reported).toEqual([]);
  });
});

describe('sound', () => {
  it('is granted to every document of the app by one gesture', async () => {
    const { contents, window } = await openOnFake();
    expect(contents.gestures).toHaveLength(1);
    contents.dies('crashed');
    await window.revive();
    await settled();
    expect(contents.gestures).toHaveLength(2);
  });

  it('may be refused without blocking anything', async () => {
    const { electron, host, eventsOf, reported } = await startedOnFake();
    await host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
    electron.window.contents.gesturesGo = 'badly';
    await settled();
    electron.window.contents.says(ready);
    await settled();
    expect(reported).toHaveLength(1);
  });
});

describe('zoom', () => {
  it('is locked in every document and restored when it changes', async () => {
    const { contents } = await openOnFake();
    expect(contents.zoom).toEqual({ factor: 1, limits: [1, 1] });
    contents.setZoomFactor(2);
    contents.emit('zoom-changed', {}, 'in');
    expect(contents.zoom.factor).toBe(1);
  });

  it('is only logged when it cannot be locked', async () => {
    const { contents, lines } = await openOnFake();
    contents.zoomLocks = 'badly';
    contents.emit('dom-ready', {});
    await settled();
    expect(lines.at(-1)).toMatchObject({ level: 'debug', message: 'The zoom could not be locked' });
  });
});

describe('a screenshot', () => {
  it('is a PNG', async () => {
    const { window } = await openOnFake();
    const picture = await window.capture();
    expect(picture.mimeType).toBe('image/png');
    expect(Buffer.from(picture.bytes.subarray(1, 4)).toString()).toBe('PNG');
  });

  it.each([
    ['of a renderer that is dead', 'crashed'],
    ['of a page that has not painted', 'empty'],
  ])('is missing when %s', async (_name, how) => {
    const { window, contents } = await openOnFake();
    if (how === 'crashed') contents.dies('crashed');
    else contents.captures = 'empty';
    await expect(window.capture()).rejects.toMatchObject({ code: 'no-picture', kind: 'temporary' });
  });

  it('is missing for a lost window', async () => {
    const { window, fakeWindow } = await openOnFake();
    fakeWindow.destroy();
    await expect(window.capture()).rejects.toMatchObject({ code: 'no-picture' });
  });

  it('is given up after 5 s for a hung renderer', async () => {
    const { window, contents, clock } = await openOnFake();
    contents.captures = 'never';
    const capturing = expect(window.capture()).rejects.toMatchObject({ code: 'browser-silent' });
    clock.pass(5_000);
    await capturing;
  });
});

describe('a renderer', () => {
  it.each([
    ['crashed', 'crashed'],
    ['abnormal-exit', 'crashed'],
    ['launch-failed', 'crashed'],
    ['killed', 'killed'],
    ['oom', 'out-of-memory'],
    ['memory-eviction', 'out-of-memory'],
  ] as const)('gone as %s is reported as %s', async (reason, toldAs) => {
    const { contents, reported } = await openOnFake();
    contents.dies(reason);
    expect(reported).toEqual([{ event: 'gone', screenId: 'main', reason: toldAs }]);
  });

  it('that does not answer is reported', async () => {
    const { contents, reported } = await openOnFake();
    contents.emit('unresponsive');
    expect(reported).toEqual([{ event: 'hung', screenId: 'main' }]);
  });

  it('that is dead gets the app loaded again in the same window', async () => {
    const { electron, contents, window, fakeWindow, reported } = await openOnFake();
    contents.dies('crashed');
    await window.revive();
    await settled();
    expect(contents.documents).toBe(2);
    expect(contents.isCrashed()).toBe(false);
    expect(electron.window).toBe(fakeWindow);
    expect(reported).toHaveLength(1);
  });

  it('that is stopped is killed, and that death is not reported', async () => {
    const { electron, contents, window, reported } = await openOnFake();
    const { pid } = contents;
    contents.stopped = true;
    await window.revive();
    await settled();
    expect(electron.killed).toEqual([pid]);
    expect(contents.documents).toBe(2);
    expect(reported).toEqual([]);
    contents.dies('crashed');
    expect(reported).toEqual([{ event: 'gone', screenId: 'main', reason: 'crashed' }]);
  });

  it('that cannot be killed stays behind, and another page replaces it after 2 s', async () => {
    const { electron, contents, window, fakeWindow, clock, reported } = await openOnFake();
    window.reveal();
    contents.immortal = true;
    contents.stopped = true;
    const reviving = window.revive();
    await settled();
    clock.pass(2_000);
    await reviving;
    await settled();
    expect(electron.window).toBe(fakeWindow);
    expect(fakeWindow.views).toHaveLength(1);
    expect(fakeWindow.contents.top.url).toBe(`${appStart}index.html`);
    expect(contents.isDestroyed()).toBe(true);
    expect(electron.leaked).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('in a lost window returns in a new one', async () => {
    const { electron, window, fakeWindow, reported, lines } = await openOnFake();
    fakeWindow.destroy();
    expect(reported).toEqual([{ event: 'gone', screenId: 'main', reason: 'killed' }]);
    await window.revive();
    await settled();
    expect(electron.window).not.toBe(fakeWindow);
    expect(electron.window.contents.top.url).toBe(`${appStart}index.html`);
    window.reveal();
    expect(electron.window.visible).toBe(true);
    expect(electron.leaked).toEqual([]);
    electron.window.contents.says(ready);
    await settled();
    expect(reported.at(-1)).toMatchObject({ event: 'message', screenId: 'main' });
    expect(lines.filter((line) => line.level === 'warn')).toEqual([]);
  });

  it('of a closed window stays away', async () => {
    const { electron, window } = await openOnFake();
    await window.close();
    await window.revive();
    expect(electron.windows).toHaveLength(1);
  });
});

describe('a window behind another one', () => {
  async function openBehind() {
    const parts = await openOnFake();
    const heard: unknown[] = [];
    const behind = await parts.window.openBehind({
      message: (message) => heard.push(message),
      gone: (reason) => heard.push(reason),
      hung: () => heard.push('hung'),
    });
    await settled();
    const fakeBehind = parts.electron.views.at(-1);
    if (!fakeBehind) throw new Error('there is no page');
    return { ...parts, behind, fakeBehind, heard };
  }

  it('stays below the visible one until it comes forward, and opens no window', async () => {
    const { electron, clock, window, behind, fakeBehind, fakeWindow, contents } = await openBehind();
    window.reveal();
    expect(electron.window).toBe(fakeWindow);
    expect(fakeBehind.bounds).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
    clock.pass(10_000);
    electron.app.emit('second-instance');
    behind.reveal();
    expect(fakeWindow.contents).toBe(contents);
    await behind.comeForward();
    expect(fakeWindow.contents).toBe(fakeBehind.contents);
    await window.close();
    await settled();
    expect(electron.window).toBe(fakeWindow);
    expect(contents.isDestroyed()).toBe(true);
    await behind.close();
    await settled();
    expect(fakeWindow.isDestroyed()).toBe(true);
    expect(electron.leaked).toEqual([]);
  });

  it('of a hidden window does not show it', async () => {
    const { behind, fakeWindow } = await openBehind();
    behind.reveal();
    expect(fakeWindow.visible).toBe(false);
  });

  it('is placed on the current display', async () => {
    const { electron, host, window } = await openOnFake();
    window.reveal();
    electron.screen.resize(101, { x: 0, y: 0, width: 1280, height: 720 });
    await window.openBehind({ message: () => undefined, gone: () => undefined, hung: () => undefined });
    expect(electron.window.kiosk).toBe(true);
    expect(electron.window.covers({ x: 0, y: 0, width: 1280, height: 720 })).toBe(true);
    for (const view of electron.window.views) expect(view.bounds).toMatchObject({ width: 1280, height: 720 });
    await host.stop();
    await settled();
    expect(electron.windows.every((one) => one.isDestroyed())).toBe(true);
    expect(electron.leaked).toEqual([]);
  });

  it('is lost together with the window, and both report it', async () => {
    const { fakeWindow, reported, heard, window } = await openBehind();
    fakeWindow.destroy();
    expect(reported).toEqual([{ event: 'gone', screenId: 'main', reason: 'killed' }]);
    expect(heard).toEqual(['killed']);
    await expect(
      window.openBehind({ message: () => undefined, gone: () => undefined, hung: () => undefined }),
    ).rejects.toMatchObject({ code: 'window-gone' });
  });

  it('sends messages separately from the one in front', async () => {
    const { reported, fakeBehind, heard } = await openBehind();
    fakeBehind.contents.says(ready);
    await settled();
    fakeBehind.contents.emit('unresponsive');
    fakeBehind.contents.dies('oom');
    expect(heard).toEqual([ready, 'hung', 'out-of-memory']);
    expect(reported).toEqual([]);
  });

  it('fails when it cannot come forward any more', async () => {
    const { behind } = await openBehind();
    await behind.close();
    await expect(behind.comeForward()).rejects.toMatchObject({ code: 'window-gone' });
  });
});

describe('the memory of a window', () => {
  it('is the private memory of its renderer in bytes, without shared code', async () => {
    const { electron, window, contents } = await openOnFake();
    contents.pid = process.pid;
    electron.app.metrics.push(metricOf(process.pid));
    const own = await window.memory();
    expect((own ?? 0) / ((await ownMemory(process.pid)) ?? 1)).toBeCloseTo(1, 1);
    expect(own).toBeLessThan(process.memoryUsage.rss());
  });

  it('is what Electron reports as private where it does', async () => {
    const { electron, window, contents } = await openOnFake();
    const own = electron.app.metrics.find((metric) => metric.pid === contents.pid);
    if (own) own.memory.privateBytes = 77;
    expect(await window.memory()).toBe(77 * 1024);
  });

  it('is unknown for a renderer that is gone', async () => {
    const { window, fakeWindow } = await openOnFake();
    fakeWindow.contents.dies('crashed');
    expect(await window.memory()).toBeNull();
    await window.close();
    expect(await window.memory()).toBeNull();
  });
});
