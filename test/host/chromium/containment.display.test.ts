import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemCode } from '../../../src/main/ground/errors.ts';
import type { HostWindow } from '../../../src/main/host/host.ts';
import { startDisplay, type TestDisplay } from '../../e2e/support/display.ts';
import { deaf } from '../deaf.ts';
import { type HostilePages, startHostilePages } from './hostile-pages.ts';
import { ownProfiles } from './own-profiles.ts';
import { killAll, renderers } from './processes.ts';
import { type ChromiumRig, chromiumRig } from './rig.ts';

const messages: unknown[] = [];
const gone: string[] = [];
let display: TestDisplay;
let pages: HostilePages;
let rig: ChromiumRig;
let window: HostWindow;

beforeAll(async () => {
  display = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', display.name);
  pages = await startHostilePages();
  rig = await chromiumRig(
    {
      handler: async () => new Response(null, { status: 404 }),
      events: {
        ...deaf,
        message: (message) => messages.push(message),
        gone: (reason) => gone.push(reason),
      },
    },
    { display: 'auto' },
  );
  await rig.host.start();
  const [whole] = await rig.host.displays();
  if (!whole) throw new Error('no display');
  window = await rig.host.open({ screenId: 'one', display: whole }, rig.stage.events);
  await rig.stage.running();
  window.reveal();
});

beforeEach(() => {
  messages.length = 0;
  gone.length = 0;
});

afterEach(async () => {
  await rig.stage.run('clear()');
});

afterAll(async () => {
  await rig.host.stop();
  await pages.close();
  await display.stop();
  vi.unstubAllEnvs();
});

/** As permissive as an iframe can be: what is refused nevertheless is refused by the host. */
const lax = 'null';
const withModals =
  "'allow-scripts allow-same-origin allow-modals allow-popups allow-downloads allow-top-navigation'";

async function ask(script: string, sandbox = lax, allow = ''): Promise<unknown> {
  return rig.stage.run(`ask(${JSON.stringify(pages.page(script))}, ${sandbox}, ${JSON.stringify(allow)})`);
}

/** No interface of the browser covers the stage. */
async function expectPlain(rgb: readonly [number, number, number]): Promise<void> {
  await vi.waitFor(
    async () => {
      const frame = await display.grab(64, 36);
      const different = Array.from({ length: 64 * 36 }, (_, index) =>
        rgb.every((value, channel) => Math.abs((frame.rgb[index * 3 + channel] ?? -1) - value) < 12),
      ).filter((same) => !same).length;
      expect(different).toBe(0);
    },
    { timeout: 60_000, interval: 100 },
  );
}

describe('the bridge', () => {
  test('is absent from a page of another site', async () => {
    const seen = await ask(`
      const names = ['bridge', 'toVitrine', 'deliver'];
      let parentBridge; try { parentBridge = typeof parent.bridge } catch (error) { parentBridge = error.name }
      say([...names.map((name) => typeof window[name]), parentBridge]);`);
    expect(seen).toEqual(['undefined', 'undefined', 'undefined', 'SecurityError']);
  });

  test('ignores a page that speaks its protocol', async () => {
    await ask(`
      const detail = JSON.stringify({ type: 'forged' });
      for (const target of [window, document, parent, top]) {
        try { target.dispatchEvent(new CustomEvent('vitrine-out', { detail })) } catch {}
        try { target.postMessage({ type: 'forged' }, '*') } catch {}
      }
      setTimeout(() => say('done'), 100);`);
    expect(messages).toEqual([]);
  });

  test('has no binding in any frame, not even in one of the app', async () => {
    const seen = await rig.stage.run(`(() => {
      const element = document.createElement('iframe');
      document.documentElement.append(element);
      return [typeof element.contentWindow.bridge, typeof window.toVitrine, typeof window.deliver];
    })()`);
    expect(seen).toEqual(['undefined', 'undefined', 'undefined']);
  });

  test('cannot be replaced or changed by code in the app', async () => {
    const seen = await rig.stage.run(
      `(() => { try { bridge.send = null } catch {} try { window.bridge = null } catch {} return typeof bridge.send })()`,
    );
    expect(seen).toBe('function');
  });
});

describe('the app', () => {
  test('may keep the display awake, and nothing else', async () => {
    const states =
      await rig.stage.run(`Promise.all(['screen-wake-lock', 'geolocation', 'notifications', 'camera'].map(
      (name) => navigator.permissions.query({ name }).then(({ state }) => state)))`);
    expect(states).toEqual(['granted', 'denied', 'denied', 'denied']);
    expect(await rig.stage.run(`navigator.wakeLock.request('screen').then(({ type }) => type)`)).toBe(
      'screen',
    );
  });

  test('cannot be read or framed by a page', async () => {
    const app = JSON.stringify(new URL('/', String(await rig.stage.run('location.href'))).href);
    expect(
      await ask(`fetch(${app}, { mode: 'no-cors' }).then(() => say('read'), () => say('refused'))`),
    ).toBe('refused');
    const framed = await ask(`
      const element = document.createElement('iframe');
      element.onload = () => { try { say(element.contentDocument ? 'own' : 'refused') } catch { say('refused') } };
      element.src = ${app}; document.body.append(element);`);
    expect(framed).toBe('refused');
  });

  test('reveals only its origin to a page', async () => {
    const [referrer, ancestor] = (await ask(
      'say([document.referrer, location.ancestorOrigins[0]])',
    )) as string[];
    expect(referrer).toBe('');
    expect(ancestor).toMatch(/^http:\/\/vitrine\.localhost:\d+$/);
  });
});

describe('a page', () => {
  test('gets no permission, and no prompt appears', async () => {
    const states = await ask(
      `(async () => {
        const states = {};
        const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write',
          'midi', 'persistent-storage', 'idle-detection', 'window-management', 'local-fonts'];
        for (const name of names) {
          states[name] = await navigator.permissions.query({ name }).then(({ state }) => state, () => 'unknown');
        }
        states.video = await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', (e) => e.name);
        states.place = await new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(() => resolve('granted'), ({ code }) => resolve(code)));
        states.notify = await Notification.requestPermission();
        say(states);
      })()`,
      lax,
      'camera; microphone; geolocation; clipboard-read; clipboard-write; midi; local-fonts; window-management; idle-detection',
    );
    expect(JSON.stringify(states)).not.toContain('granted');
    expect(JSON.stringify(states)).not.toContain('prompt');
    await expectPlain([255, 255, 255]);
  });

  test('keeps running when it opens dialogs, and none is visible', async () => {
    const answers = await ask(`
      alert('one'); const sure = confirm('two'); const name = prompt('three');
      print();
      say([sure, name]);`);
    expect(answers).toEqual([false, null]);
    await expectPlain([255, 255, 255]);
  });

  test('gets no credentials when it requests a login, and no prompt appears', async () => {
    await rig.stage.run(`frame(${JSON.stringify(`${pages.origin}/login`)})`);
    await ask(`fetch('/login').then(({ status }) => say(status), () => say('failed'))`);
    await expectPlain([255, 255, 255]);
  });

  test('cannot open a window', async () => {
    expect(
      await ask(`say([window.open('/popup'), window.open('/popup', '', 'width=100')].map(String))`),
    ).toEqual(['null', 'null']);
    const clicked = await ask(`
      const link = document.createElement('a');
      link.href = '/popup'; link.target = '_blank'; document.body.append(link); link.click();
      setTimeout(() => say('done'), 300);`);
    expect(clicked).toBe('done');
    expect(pages.requested).not.toContain('/popup');
    await expectPlain([255, 255, 255]);
  });

  test('cannot download', async () => {
    await rig.stage.run(`void frame(${JSON.stringify(`${pages.origin}/attachment`)}, ${withModals})`);
    await ask(
      `const link = document.createElement('a');
      link.href = '/attachment'; link.download = 'x.zip'; document.body.append(link); link.click();
      setTimeout(() => say('done'), 300);`,
      withModals,
    );
    expect(filesOfBrowser().filter((file) => /\.(zip|crdownload)$/.test(file))).toEqual([]);
    await expectPlain([255, 255, 255]);
  });

  test('cannot replace the stage', async () => {
    const before = await rig.stage.run('location.href');
    await ask(`
      try { top.location.href = location.origin + '/taken' } catch {}
      try { window.open(location.origin + '/taken', '_top') } catch {}
      try { parent.location.replace('about:blank') } catch {}
      setTimeout(() => say('done'), 300);`);
    expect(await rig.stage.run('location.href')).toBe(before);
    expect(pages.requested).not.toContain('/taken');
  });

  test('cannot replace it even when the stage is tricked into navigating', async () => {
    const before = await rig.stage.run('globalThis.mark = 1, location.href');
    for (const address of [`${pages.origin}/taken`, 'data:text/html,x', 'javascript:void 0']) {
      await rig.stage.run(`void (location.href = ${JSON.stringify(address)})`);
      await rig.stage.run('new Promise((resolve) => setTimeout(resolve, 150))');
      expect(await rig.stage.run('[globalThis.mark, location.href]'), address).toEqual([1, before]);
    }
    expect(pages.requested).not.toContain('/taken');
    // This needs no network, so it cannot be refused, but it does not last.
    rig.stage.expectReload();
    void rig.stage.run(`setTimeout(() => (location.href = 'about:blank')), 1`);
    await rig.stage.running();
    // A stage that navigated away is concealed until the new one reports that it is seen, which this one never does.
    window.reveal();
    expect(await rig.stage.run('location.href')).toBe(before);
  });

  test('in an endless loop does not block the stage', async () => {
    void ask('say(1); for (;;);');
    const frames = await rig.stage.run(`new Promise((resolve) => {
      let count = 0;
      const next = () => (++count > 20 ? resolve(count) : requestAnimationFrame(next));
      next();
    })`);
    // A blocked stage never gets this far.
    expect(frames).toBeGreaterThan(20);
  });

  test('makes no sound unless its frame may; the stage does', async () => {
    const play = `(() => {
      const rate = 8000, bytes = new Uint8Array(44 + rate), view = new DataView(bytes.buffer);
      const text = (at, value) => [...value].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
      text(0, 'RIFF'); view.setUint32(4, 36 + rate, true); text(8, 'WAVEfmt '); view.setUint32(16, 16, true);
      view.setUint16(20, 1, true); view.setUint16(22, 1, true); view.setUint32(24, rate, true);
      view.setUint32(28, rate, true); view.setUint16(32, 1, true); view.setUint16(34, 8, true);
      text(36, 'data'); view.setUint32(40, rate, true); bytes.fill(200, 44, 4000);
      const audio = new Audio(URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })));
      return audio.play().then(() => 'sounds', ({ name }) => name);
    })()`;
    expect(await rig.stage.run(play)).toBe('sounds');
    expect(await ask(`${play}.then(say)`)).toBe('NotAllowedError');
    expect(await ask(`say(new AudioContext().state)`)).toBe('suspended');
    expect(await ask(`${play}.then(say)`, lax, 'autoplay')).toBe('sounds');
  });

  test.each([
    [
      'a form',
      `const form = document.createElement('form'); form.method = 'post'; form.action = target;
      document.body.append(form); form.submit();`,
    ],
    ['a link', 'location.href = target;'],
  ])("cannot send another page's own headers by %s", async (_, attack) => {
    const target = `${pages.origin.replace('127.0.0.1', 'localhost')}/target-${attack.length}`;
    const requested = () => pages.requested.findIndex((path) => target.endsWith(path));
    rig.host.allowPages([{ address: target, headers: { 'X-Secret': 'yes' } }]);
    void ask(`const target = ${JSON.stringify(target)}; ${attack}`);
    await vi.waitUntil(() => requested() >= 0, { timeout: 60_000, interval: 20 });
    expect(pages.headers[requested()]).not.toHaveProperty('x-secret');
    pages.requested.length = 0;
    pages.headers.length = 0;
    void rig.stage.run(`frame(${JSON.stringify(target)})`);
    await vi.waitUntil(() => requested() >= 0, { timeout: 60_000, interval: 20 });
    expect(pages.headers[requested()]).toMatchObject({ 'x-secret': 'yes' });
  });

  test('takes nothing with it when it crashes, and the stage is notified', async () => {
    const stage = await stageRenderer();
    const address = pages.page(`say('here')`);
    rig.host.allowPages([{ address, headers: {} }]);
    await rig.stage.listen();
    await rig.stage.run(`ask(${JSON.stringify(address)})`);
    killAll(renderers().filter(({ pid }) => pid !== stage));
    await vi.waitUntil(async () => (await rig.stage.heard()).length > 0, { timeout: 60_000, interval: 20 });
    expect(await rig.stage.heard()).toEqual([
      { type: 'page-failed', address, reason: 'crashed: its renderer ended' },
    ]);
    expect(gone).toEqual([]);
  });
});

test.each([
  'known',
  'unknown',
  'packed',
])('a page of %s length is refused when too large, and shown when large', async (length) => {
  const [large, tooLarge] = [9_000_000, 60_000_000].map((size) => `${pages.origin}/sized/${size}/${length}`);
  if (!large || !tooLarge) throw new Error('no pages');
  rig.host.allowPages([large, tooLarge].map((address) => ({ address, headers: {} })));
  await rig.stage.run('heard.splice(0)');
  await rig.stage.listen();
  expect(await rig.stage.frame('one', large)).toBe('shown');
  expect(await rig.stage.frame('one', tooLarge)).toBe('refused');
  expect(await rig.stage.heard()).toContainEqual({
    type: 'page-failed',
    address: tooLarge,
    reason: 'too-large',
  });
});

test('a window fills the display to all four edges, as its screenshot shows', async () => {
  await rig.stage.run(`document.documentElement.style.background = 'rgb(0, 160, 0)'`);
  await expectPlain([0, 160, 0]);
  const { rgb } = await display.grab(640, 360);
  const at = (x: number, y: number): number[] => [...rgb.subarray((y * 640 + x) * 3, (y * 640 + x) * 3 + 3)];
  for (const [x, y] of [
    [0, 0],
    [639, 0],
    [0, 359],
    [639, 359],
    [320, 0],
    [320, 359],
    [0, 180],
    [639, 180],
  ] as const) {
    expect(at(x, y), `${x},${y}`).toEqual([0, 160, 0]);
  }
  expect(await rig.stage.run('[innerWidth, innerHeight]')).toEqual([640, 360]);
  expect((await window.capture()).bytes.length).toBeGreaterThan(100);
});

/**
 * The stage's own renderer: the one that grows with the stage. The browser also keeps a spare one, and the renderer of a
 * looping page stays busy for a while after its frame is gone.
 */
async function stageRenderer(): Promise<number> {
  const before = new Map(renderers().map(({ pid }) => [pid, ownKilobytes(pid)]));
  await rig.stage.run('globalThis.ballast = new Uint8Array(2 ** 27).fill(1), null');
  const grown = [...before].map(([pid, kilobytes]) => ({ pid, by: ownKilobytes(pid) - kilobytes }));
  await rig.stage.run('delete globalThis.ballast, null');
  return grown.find(({ by }) => by > 2 ** 16)?.pid ?? expect.fail('no renderer has grown');
}

/** Zero for a process that has just ended: a frame of the previous test may still be closing. */
function ownKilobytes(pid: number): number {
  try {
    return Number(/^RssAnon:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ESRCH') return 0;
    throw error;
  }
}

function filesOfBrowser(): readonly string[] {
  return ownProfiles().flatMap((folder) => readdirSync(folder, { recursive: true }).map(String));
}
