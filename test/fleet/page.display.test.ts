import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';
import { until } from '../support/until.ts';
import type { Mosquitto } from './broker.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { connected, fleetPlayer } from './player.ts';
import { servedPage } from './served.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
  });
});
afterAll(() => browser.close());

/** The built page, from a plain file server, logged in at this broker. */
async function opened(
  broker: Mosquitto,
  viewport = { width: 1280, height: 800 },
  locale = 'en-US',
): Promise<Page> {
  const web = await servedPage();
  const context = await browser.newContext({ viewport, locale });
  onTestFinished(async () => {
    await context.close();
    web.close();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(web.address);
  await page.waitForSelector('#login button:enabled');
  await page.fill('#url', `ws://127.0.0.1:${broker.websocketPort}`);
  await page.fill('#fleet', 'chain');
  await page.fill('#user', 'operator');
  await page.fill('#password', 'op');
  await page.keyboard.press('Enter');
  return page;
}

const pictures = process.env.VITRINE_PICTURES;
const looked = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

const users = { operator: 'op', 'shop-1': 'one', 'shop-2': 'two' };

test('every player has a tile, the worst first; the keyboard alone opens, commands and pictures one', async () => {
  const broker = await startMosquitto({ websocket: true, users });
  const dark = {
    ...calmHealth,
    verdict: 'dark' as const,
    sentence: verbatim('<b>Screen 1</b> has no display.'),
    since: new Date(Date.now() - 3 * 3600_000).toISOString(),
  };
  const one = await fleetPlayer(broker.url, {
    settings: { groups: ['north'], credentialsFile: await broker.credentials('shop-1', 'one') },
  });
  const two = await fleetPlayer(broker.url, {
    device: 'shop-2',
    settings: { credentialsFile: await broker.credentials('shop-2', 'two') },
    player: { health: () => dark },
  });
  for (const rig of [one, two]) await connected(rig);
  const page = await opened(broker);
  // A player's retained state arrives in several messages.
  await expect
    .poll(() => page.locator('#counts').innerText())
    .toBe('2 players, 1 dark, 0 with warnings, 0 offline');
  expect(await page.locator('.tile').first().innerText()).toMatch(
    /shop-2\s+<b>Screen 1<\/b> has no display\. \(3 h\)/,
  );
  expect(await page.locator('.tile').first().getAttribute('class')).toBe('tile dark');
  // A logged-in page does not prompt again.
  expect(await page.locator('#login').isHidden()).toBe(true);
  await looked(page, 'fleet-desktop');

  await page.keyboard.press('/');
  await page.keyboard.type('shop-1');
  await expect.poll(() => page.locator('.tile').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await page.locator('#details-name').innerText()).toBe('shop-1');
  await page.getByRole('button', { name: 'Sync with the CMS' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => one.acts.length).toBe(1);
  await page.getByRole('button', { name: 'Restart player' }).click();
  expect(await page.getByRole('button', { name: 'Confirm: Restart player?' }).count()).toBe(1);
  expect(one.acts).toHaveLength(1);
  await page.getByRole('button', { name: 'Take screenshot' }).click();
  await page.waitForSelector('#picture:not([hidden])', { state: 'attached' });
  await expect.poll(() => page.locator('#answer').innerText()).toContain('Take screenshot: done');
  await looked(page, 'fleet-details');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-device'))).toBe('shop-1');
});

test("the open player's picture arrives after an outage of the link, and none is requested during it", async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url);
  await connected(rig);
  const page = await opened(broker);
  await page.waitForSelector('.tile');
  await page.locator('#ask-many').click();
  expect(await page.locator('#yes').isEnabled()).toBe(true);
  await broker.kill();
  await page.waitForSelector('#link.down', { state: 'attached' });
  await expect.poll(() => page.locator('#yes').isEnabled()).toBe(false);
  expect(await page.locator('#progress').innerText()).toContain('no connection to the broker');
  await looked(page, 'fleet-ask-without-link');
  await broker.start();
  await expect.poll(() => page.locator('#yes').isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.tile').first().click();
  await broker.kill();
  await page.waitForSelector('#link.down', { state: 'attached' });
  await broker.start();
  await page.waitForSelector('#link:not(.down)', { state: 'attached' });
  await until('the picture is there', async () => {
    const picture = Buffer.from('/9j/4AAQSkZJRg==', 'base64');
    await operator.publish('vitrine/v1/chain/shop-1/picture', picture).catch(() => undefined);
    return page.locator('#picture:not([hidden])').count();
  });
});

test('a page without a link reports itself, not the screens, as offline, and reconnects', async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const state = {
    at: new Date().toISOString(),
    verdict: 'well',
    sentence: verbatim('All is well.'),
    since: new Date().toISOString(),
    version: '1',
  };
  await operator.publish('vitrine/v1/chain/shop-1/state', JSON.stringify(state), true);
  await operator.publish('vitrine/v1/chain/shop-1/online', 'true', true);
  const counts = { asked: 83, kept: 74, failed: 6 };
  const rollout = {
    version: '2.0.0',
    state: 'stopped',
    step: 2,
    steps: 5,
    counts,
    sentence: '6 of 83 <b>failed</b>.',
  };
  await operator.publish('vitrine/v1/chain/$rollout/progress', JSON.stringify(rollout), true);
  const page = await opened(broker, { width: 390, height: 800 });
  await page.waitForSelector('.tile.well');
  await expect
    .poll(() => page.locator('#rollout.stopped').innerText())
    .toBe(
      'Rollout of 2.0.0, stopped: step 2 of 5, 83 selected, 74 have it, 6 failed. 6 of 83 <b>failed</b>.',
    );
  await broker.kill();
  await page.waitForSelector('#link.down');
  expect(await page.locator('#link').innerText()).toContain('no connection to the broker');
  expect(await page.locator('.tile').first().getAttribute('class')).toBe('tile well');
  expect(await page.locator('#counts').innerText()).toBe('1 player, 0 dark, 0 with warnings, 0 offline');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await looked(page, 'fleet-phone-without-link');
  await broker.start();
  await page.waitForSelector('#link:not(.down)');
});

test("a wrong password is reported in the browser's language, and the page prompts again", async () => {
  const broker = await startMosquitto({ websocket: true, users: { operator: 'other' } });
  const page = await opened(broker, { width: 390, height: 800 }, 'de-AT');
  await expect.poll(() => page.locator('#login-fault').innerText()).toContain('lehnt diesen Benutzer');
  expect(await page.locator('#login button').innerText()).toBe('Verbinden');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await looked(page, 'fleet-german');
  expect(await page.locator('#fleet-page').isHidden()).toBe(true);
});

test('a player is offered what it takes; what cannot work now is disabled, and says why in the language of the browser', async () => {
  const broker = await startMosquitto({ websocket: true });
  const rig = await fleetPlayer(broker.url, {
    settings: { commands: ['sync', 'rollback', 'sync-pause'] },
    states: { cannot: { rollback: message('no-previous-edition') }, already: ['sync-resume'] },
  });
  await connected(rig);
  const page = await opened(broker, { width: 1280, height: 800 }, 'de-AT');
  await page.locator('.tile').first().click();
  await page.waitForSelector('#commands button');
  expect(await page.locator('#commands button').allInnerTexts()).toEqual([
    ...['Mit dem CMS abgleichen', 'Inhaltsaktualisierungen anhalten', 'Zur vorherigen Ausgabe zurückkehren'],
  ]);
  const rollback = page.getByRole('button', { name: 'Zur vorherigen Ausgabe zurückkehren' });
  expect(await rollback.isDisabled()).toBe(true);
  expect(await page.locator('#cannot-rollback').innerText()).toBe('Es gibt keine vorige Ausgabe.');
  await looked(page, 'fleet-cannot');
  await page.keyboard.press('Escape');
  await page.locator('#ask-many').click();
  const options = page.locator('#many-command option:not([disabled])');
  expect(await options.allInnerTexts()).toEqual([
    'Mit dem CMS abgleichen',
    'Inhaltsaktualisierungen anhalten',
  ]);
});

test('a refused command is explained in the language of the browser', async () => {
  const broker = await startMosquitto({ websocket: true });
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url, { settings: { commands: ['sync'] } });
  await connected(rig);
  const page = await opened(broker, { width: 1280, height: 800 }, 'de-AT');
  // As a player of before, which does not say what it takes.
  await operator.publish('vitrine/v1/chain/shop-1/about', '{}', true);
  await page.locator('.tile').first().click();
  await page.getByRole('button', { name: 'Protokoll anzeigen' }).click();
  await expect
    .poll(() => page.locator('#answer').innerText())
    .toBe('Protokoll anzeigen: abgelehnt. fleet.commands erlaubt diesen Befehl auf diesem Player nicht.');
  expect(rig.acts).toEqual([]);
});

test('the page draws, filters and fits in memory two thousand players', async () => {
  const broker = await startMosquitto({ websocket: true, lines: ['max_queued_messages 0'] });
  const operator = await watch(broker);
  const count = 2000;
  const since = new Date(Date.now() - 600_000).toISOString();
  for (let at = 0; at < count; at++) {
    const verdict = at % 50 === 0 ? 'dark' : at % 20 === 0 ? 'attention' : 'well';
    const state = {
      at: since,
      verdict,
      sentence: verbatim(`It is ${verdict}.`),
      since,
      version: '1.2.3',
      edition: { id: 'abcdef', complete: true },
      sync: { lastSuccessAt: new Date().toISOString() },
    };
    operator.client.publish(`vitrine/v1/chain/shop-${at}/state`, JSON.stringify(state), {
      qos: 0,
      retain: true,
    });
    operator.client.publish(`vitrine/v1/chain/shop-${at}/online`, 'true', { qos: 0, retain: true });
  }
  await operator.publish('vitrine/v1/chain/last', 'x');
  const from = performance.now();
  const page = await opened(broker);
  await page.waitForSelector('.tile');
  const firstMs = performance.now() - from;
  await expect
    .poll(() => page.locator('#counts').innerText())
    .toBe(`${count.toLocaleString('en')} players, 40 dark, 80 with warnings, 0 offline`);
  const allMs = performance.now() - from;
  await looked(page, 'fleet-two-thousand');
  const filterFrom = performance.now();
  await page.keyboard.press('/');
  await page.keyboard.type('shop-1999');
  await expect.poll(() => page.locator('.tile').count()).toBe(1);
  const filterMs = performance.now() - filterFrom;
  const heap = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  // `npm run bench -- fleet page` judges the time.
  if (pictures) process.stderr.write(`${JSON.stringify({ count, firstMs, allMs, filterMs, heap })}\n`);
});
