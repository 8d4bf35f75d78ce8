import { expect, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { Slowness } from '../../../src/main/ground/slowness.ts';
import { bridgeScripts } from '../../../src/main/host/chromium/bridge-script.ts';
import type { Browser } from '../../../src/main/host/chromium/browser.ts';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { Lifelines } from '../../../src/main/host/chromium/lifelines.ts';
import type { Page } from '../../../src/main/host/chromium/page-pool.ts';
import { ChromiumWindow } from '../../../src/main/host/chromium/window.ts';
import { noLogins } from '../../../src/main/host/page-logins.ts';
import { openGate } from '../../../src/main/host/page-rules.ts';
import { noVeil } from '../../../src/main/host/veil.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { deaf } from '../deaf.ts';

const session = { id: 's', send: async () => ({}), post: () => undefined } as unknown as CdpSession;

function windowIn(browser: Browser, clock: ManualClock, lifelines = new Lifelines()): ChromiumWindow {
  return new ChromiumWindow({
    screenId: '1',
    display: { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true },
    pages: () => [],
    gate: openGate,
    logins: noLogins,
    hostPort: null,
    appAddress: 'http://127.0.0.1:1/',
    appDocument: 'http://127.0.0.1:1/index.html',
    scripts: bridgeScripts('http://127.0.0.1:1/'),
    lifelines,
    pageBytes: 1,
    proxy: null,
    slowness: new Slowness(),
    events: deaf,
    clock,
    log: createLog(() => undefined),
    browser: async () => browser,
    openBehind: () => Promise.reject(new Error('not asked for')),
    onClose: () => undefined,
    onOpened: () => undefined,
    onForward: () => undefined,
    veil: () => noVeil,
  });
}

test('a page that opens too late behind another one is closed', async () => {
  const clock = new ManualClock();
  const closed: Page[] = [];
  const late = Promise.withResolvers<Page>();
  const browser = {
    alive: true,
    pages: { takeBehind: () => late.promise, close: (page: Page) => closed.push(page) },
  } as unknown as Browser;
  const window = windowIn(browser, clock);
  const loaded = expect(window.load({ targetId: 'front', session, hasApp: false })).rejects.toMatchObject({
    code: 'browser-silent',
  });
  await clock.advance(10_000);
  await loaded;
  const page = { targetId: 'behind', session, hasApp: false };
  late.resolve(page);
  await clock.advance(0);
  expect(closed).toEqual([page]);
});

test.each([
  ['its browser', (window: ChromiumWindow) => window.onBrowserEnded()],
  ['its page', (window: ChromiumWindow) => window.onClosed('page')],
  ['the window itself', (window: ChromiumWindow) => window.close()],
])('after the end of %s no listener stays, as they would add up over months', async (_, end) => {
  const clock = new ManualClock();
  let held = 0;
  const lifelines = {
    hold() {
      held++;
      return () => held--;
    },
  } as unknown as Lifelines;
  const browser = {
    alive: true,
    cover: async () => undefined,
    cdp: { browser: session },
    pages: { take: async () => ({ targetId: 'page', session, hasApp: true }) },
  } as unknown as Browser;
  const window = windowIn(browser, clock, lifelines);
  await window.load();
  expect(held).toBe(1);
  await end(window);
  expect(held).toBe(0);
});

test('a hung browser does not delay the closing of a window', async () => {
  const clock = new ManualClock();
  const silent = { ...session, send: () => new Promise<never>(() => undefined) };
  const browser = {
    alive: true,
    cover: async () => undefined,
    cdp: { browser: silent },
    pages: { take: async () => ({ targetId: 'page', session, hasApp: true }) },
  } as unknown as Browser;
  const window = windowIn(browser, clock);
  await window.load();
  const closed = expect(window.close()).rejects.toMatchObject({ code: 'browser-silent' });
  await clock.advance(2_000);
  await closed;
});
