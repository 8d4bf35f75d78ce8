import { expect, test } from 'vitest';
import { bridgeScripts } from '../../../src/main/host/chromium/bridge-script.ts';
import type { Browser } from '../../../src/main/host/chromium/browser.ts';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { Lifelines } from '../../../src/main/host/chromium/lifelines.ts';
import type { Page } from '../../../src/main/host/chromium/page-pool.ts';
import { ChromiumWindow } from '../../../src/main/host/chromium/window.ts';
import { noVeil } from '../../../src/main/host/veil.ts';
import { createLog } from '../../../src/main/log.ts';
import { Patience } from '../../../src/main/patience.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { deaf } from '../deaf.ts';

test('a page behind that comes when it is waited for no more is closed', async () => {
  const clock = new ManualClock();
  const closed: Page[] = [];
  const late = Promise.withResolvers<Page>();
  const browser = {
    alive: true,
    pages: { takeBehind: () => late.promise, close: (page: Page) => closed.push(page) },
  } as unknown as Browser;
  const session = {} as CdpSession;
  const window = new ChromiumWindow({
    screenId: '1',
    display: { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true },
    pages: () => [],
    appAddress: 'http://127.0.0.1:1/',
    appDocument: 'http://127.0.0.1:1/index.html',
    scripts: bridgeScripts('http://127.0.0.1:1/'),
    lifelines: new Lifelines(),
    pageBytes: 1,
    proxy: null,
    patience: new Patience(),
    events: deaf,
    clock,
    log: createLog(() => undefined),
    browser: async () => browser,
    openBehind: () => Promise.reject(new Error('not asked for')),
    onClose: () => undefined,
    onOpened: () => undefined,
    veil: () => noVeil,
  });
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
