import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openHeadless } from '../support/headless.ts';
import type { Mosquitto } from './broker.ts';
import { servedPage } from './served.ts';

/** Opens the page, logged in at a broker; one browser for all tests of the file. */
export function fleetPages() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openHeadless();
  });
  afterAll(() => browser.close());
  return async (
    broker: Mosquitto,
    viewport = { width: 1280, height: 800 },
    locale = 'en-US',
  ): Promise<Page> => {
    const web = await servedPage();
    const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' });
    onTestFinished(async () => {
      await context.close();
      web.close();
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(web.address);
    await page.waitForSelector('#login');
    await page.fill('#url', `ws://127.0.0.1:${broker.websocketPort}`);
    await page.fill('#fleet', 'chain');
    await page.fill('#user', 'operator');
    await page.fill('#password', 'op');
    await page.keyboard.press('Enter');
    return page;
  };
}
