import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createLog } from '../../../src/main/ground/log.ts';
import { browserAccount } from '../../../src/main/host/chromium/account.ts';
import type { CdpEvent, CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { requireChromium } from '../../../src/main/host/chromium/executable.ts';
import { Fields, typeInto } from '../../../src/main/host/chromium/fields.ts';
import { launch } from '../../../src/main/host/chromium/launch.ts';
import { freshProfile } from '../../../src/main/host/chromium/profile.ts';
import { type Field, parseTyped, type Typed } from '../../../src/shared/keyboard.ts';
import type { Language } from '../../../src/shared/languages/language.ts';
import { startDisplay, type TestDisplay } from '../../e2e/support/display.ts';
import { until } from '../../support/until.ts';

/** A real browser with the keyboard and a page in a frame, joined as a host joins them. */
export interface Shell {
  readonly display: TestDisplay;
  /** All reports of the page's fields, the last one last. */
  readonly fields: readonly (Field | null)[];
  readonly typed: readonly (Typed | 'hidden')[];
  /** Evaluates in the page, or in the frame of it whose address ends so. */
  inPage(code: string, ending?: string): Promise<unknown>;
  inShell(code: string): Promise<unknown>;
  /** A finger at a point of the display. */
  down(x: number, y: number): Promise<void>;
  move(x: number, y: number): Promise<void>;
  up(): Promise<void>;
  tap(x: number, y: number): Promise<void>;
  /** Taps keys by the text that they show, or by what they do. */
  keys(...names: readonly string[]): Promise<void>;
  /** The middle of a key. */
  keyAt(name: string): Promise<readonly [number, number]>;
  /** Taps the middle of an element of the page. */
  tapField(selector: string): Promise<void>;
  /** Resolves when the frame has its new size. */
  isDrawn(): Promise<void>;
  /** Resolves when touches at that point reach the page, or the frame of it whose address ends so. */
  reaches(x: number, y: number, ending?: string): Promise<void>;
  /** Tapped, and its keyboard is there. */
  focus(selector: string): Promise<Field>;
  openPage(html: string, language?: Language): Promise<void>;
  close(): Promise<void>;
}

async function bundled(): Promise<{ readonly code: string; readonly css: string }> {
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'chrome140',
      lib: { entry: fileURLToPath(new URL('entry.ts', import.meta.url)), formats: ['es'], fileName: 'entry' },
    },
  });
  const [output] = Array.isArray(outputs) ? outputs : [outputs];
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built.');
  const [chunk, ...assets] = output.output;
  const css = assets.flatMap((asset) => (asset.type === 'asset' ? [String(asset.source)] : [])).join('');
  return { code: chunk.code, css };
}

export async function openShell(width: number, height: number): Promise<Shell> {
  const { code, css } = await bundled();
  let pageHtml = '';
  let loads = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    const isShell = request.headers.host?.startsWith('vitrine.localhost') === true;
    response.setHeader(
      'Content-Type',
      pathname === '/entry.js' ? 'text/javascript' : 'text/html; charset=utf-8',
    );
    if (pathname === '/entry.js') response.end(code);
    else if (isShell)
      response.end(
        `<!doctype html><style>html,body{margin:0;height:100%}body{display:flex;flex-direction:column}iframe{flex:1;border:0;min-height:0}${css}</style><body><script type="module" src="/entry.js"></script>`,
      );
    else if (pathname.startsWith('/page')) response.end(pageHtml);
    else response.end(inner);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const display = await startDisplay(width, height);
  const log = createLog(() => undefined);
  const account = await browserAccount('nobody');
  const profile = await freshProfile(log);
  if (account) await profile.handOver(account);
  const fields: (Field | null)[] = [];
  const typed: (Typed | 'hidden')[] = [];
  /** Session → address. */
  const frames = new Map<string, string>();
  let page: CdpSession | null = null;
  const shell = (): CdpSession => {
    if (page === null) throw new Error('There is no page yet.');
    return page;
  };
  const inShell = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await shell().send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const watcher = new Fields((field) => {
    fields.push(field);
    inShell(`globalThis.show?.(${JSON.stringify(field)})`).catch(() => undefined);
  });
  const children = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  const attached = (
    sessionId: string,
    { type, url }: { readonly type: string; readonly url: string },
  ): void => {
    const session = browser.cdp.session(sessionId);
    if (type === 'page') page = session;
    else frames.set(sessionId, url);
    watcher.watch(session).catch(() => undefined);
    session.post('Target.setAutoAttach', children);
    session.post('Page.enable');
    if (type === 'page') session.post('Runtime.addBinding', { name: 'wrote' });
    session.post('Runtime.runIfWaitingForDebugger');
  };
  const onEvent = (event: CdpEvent): void => {
    const { method, params, sessionId } = event;
    if (method === 'Target.attachedToTarget') attached(params.sessionId, params.targetInfo);
    if (method === 'Target.detachedFromTarget') frames.delete(params.sessionId);
    if (
      method === 'Page.frameNavigated' &&
      sessionId !== null &&
      frames.has(sessionId) &&
      params.frame.id !== ''
    )
      frames.set(sessionId, params.frame.url);
    watcher.handle(event);
    if (method !== 'Runtime.bindingCalled' || params.name !== 'wrote' || sessionId !== page?.id) return;
    const one = parseTyped(JSON.parse(params.payload));
    typed.push(one ?? 'hidden');
    if (one) typeInto(shell(), one).catch(() => undefined);
  };
  const browser = launch({
    executable: requireChromium(null),
    account,
    home: profile.folder,
    env: { DISPLAY: display.name },
    startAddress: 'about:blank',
    opens: null,
    size: { width, height },
    proxy: null,
    extraFlags: ['--touch-events=enabled'],
    log,
    onEvent,
  });
  await browser.cdp.browser.send('Target.setAutoAttach', { ...children, filter: [{ type: 'page' }] });
  await until('the page', () => page !== null);
  await shell().send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 0,
    mobile: false,
  });
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly (readonly [number, number])[],
  ) => shell().send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const down: Shell['down'] = async (x, y) => void (await touch('touchStart', [[x, y]]));
  const up: Shell['up'] = async () => void (await touch('touchEnd', []));
  const tap: Shell['tap'] = async (x, y) => {
    await down(x, y);
    await up();
  };
  const inPage: Shell['inPage'] = async (expression, ending = `/page${loads}`) => {
    const [session] = [...frames].find(([, url]) => url.endsWith(ending)) ?? [];
    if (session === undefined) throw new Error(`No frame shows ${ending}: ${[...frames.values()]}`);
    const { result, exceptionDetails } = await browser.cdp
      .session(session)
      .send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  /** The browser gives a touch to what it has drawn there last: a frame may have changed its size since. */
  const isDrawn = async (): Promise<void> => {
    const frames =
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))';
    await until('the new size of the page', async () => {
      const height = await inShell(`document.querySelector('iframe').clientHeight`);
      return height === (await inPage('innerHeight').catch(() => null));
    });
    await inPage(frames);
    await inShell(frames);
  };
  /** Soon after it has loaded, touches of a frame of another process go to the document around it. */
  const reaches = async (x: number, y: number, ending?: string): Promise<void> => {
    await inPage(
      `addEventListener('pointermove', () => { globalThis.isReached = true }, { once: true })`,
      ending,
    );
    let step = 0;
    await until('the pointer in the page', async () => {
      await shell().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + (step++ % 2), y });
      return inPage('globalThis.isReached === true', ending);
    });
  };
  const keyAt: Shell['keyAt'] = async (name) =>
    (await inShell(`(() => {
      const key = [...document.querySelectorAll('.key')].find((one) => one.textContent === ${JSON.stringify(name)} || one.dataset.act === ${JSON.stringify(name)});
      if (!key) throw new Error('There is no key ${name}');
      const { left, top, width, height } = key.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`)) as [number, number];
  const tapField: Shell['tapField'] = async (selector) => {
    const [x, y] = (await inPage(`(async () => {
      document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'nearest' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`)) as [number, number];
    await tap(x, y);
  };
  return {
    display,
    fields,
    typed,
    inPage,
    inShell,
    down,
    move: async (x, y) => void (await touch('touchMove', [[x, y]])),
    up,
    tap,
    keyAt,
    async keys(...names) {
      for (const name of names) await tap(...(await keyAt(name)));
    },
    tapField,
    reaches,
    isDrawn,
    async focus(selector) {
      const before = fields.length;
      await tapField(selector);
      await until(`the keyboard of ${selector}`, () => fields.length > before && fields.at(-1) !== null);
      await until(
        'a keyboard',
        async () => (await inShell(`document.querySelector('.keyboard').hidden`)) === false,
      );
      await isDrawn();
      const field = fields.at(-1);
      if (!field) throw new Error('No field has the focus.');
      return field;
    },
    async openPage(html, language = 'en') {
      pageHtml = html.replaceAll('ELSEWHERE', `http://elsewhere.localhost:${port}`);
      const address = new URL(`http://vitrine.localhost:${port}/`);
      address.searchParams.set('page', `http://page.localhost:${port}/page${++loads}`);
      address.searchParams.set('language', language);
      await shell().send('Page.navigate', { url: address.href });
      await until('the page', () => inPage(`document.readyState === 'complete'`).catch(() => false));
      await until('the shell', () => inShell(`typeof show === 'function'`).catch(() => false));
      await isDrawn();
      await reaches(300, 2);
    },
    async close() {
      browser.kill();
      await browser.ended;
      await display.stop();
      server.closeAllConnections();
      server.close();
      await profile.remove();
    },
  };
}

/** What a frame of another site shows. */
const inner =
  '<!doctype html><body style="margin:0"><div style="height:900px"></div><input id="deep" style="height:40px"><div style="height:900px"></div>';
