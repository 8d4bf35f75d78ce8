import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import { freePort } from '../support/free-port.ts';
import { openHeadless } from '../support/headless.ts';
import { until } from '../support/until.ts';
import { violationsInLightAndDark } from './support/axe.ts';
import { middle, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// A whole player whose settings are changed on its page over the network.

const password = 'correct horse battery';
const folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
const dataDir = join(folder, 'data');
let display: TestDisplay;
let cms: DemoCms;
let player: PlayerProcess;
let browser: Browser;
let page: Page;
let address: string;
let env: Readonly<Record<string, string>> & { readonly VITRINE_DATA_DIR: string };

beforeAll(async () => {
  display = await startDisplay(640, 360);
  cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['settings-token'] } });
  const red = { name: 'red', fileName: 'red.png', mimeType: 'image/png' };
  const { id } = cms.content.addFile(red, picture('red'));
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ adminPort: 0, screen: { rotation: 0 } }), { mode: 0o600 });
  env = {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    VITRINE_CONFIG: config,
    XDG_CONFIG_HOME: folder,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: 'settings-token',
    VITRINE_DEVICE: 'Demo screen',
    VITRINE_TIME_ZONE: 'UTC',
  };
  player = startPlayerProcess(env);
  await until('plays', async () => (await player.health())?.screens[0]?.seen === 'painting');
  const port = await freePort();
  await askPlayer(dataDir, 'POST', '/api/access/on', undefined, {
    password,
    port,
    names: ['localhost'],
    certificate: null,
  });
  address = `https://localhost:${port}/`;
  browser = await openHeadless();
  page = await loggedIn({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser.close();
  await player.stop();
  await cms.stop();
  await display.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function loggedIn(given: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...given,
  });
  const made = await context.newPage();
  made.setDefaultTimeout(60_000);
  await made.goto(`${address}#settings`);
  await made.getByLabel('Password').fill(password);
  await made.getByRole('button', { name: 'Log in' }).click();
  await made.locator('.setting').first().waitFor();
  return made;
}

const setting = (of: Page, name: string) =>
  of.locator('.setting').filter({ has: of.locator('label, h2').getByText(name, { exact: true }) });
async function save(of: Page, name: string): Promise<void> {
  await setting(of, name).getByRole('button', { name: 'Save' }).click();
  await setting(of, name).getByText('Saved.').waitFor();
}

test('every setting is changed on the page, is in use without a restart, and outlives one', async () => {
  const before = await until('an item', async () => (await player.status()).nowPlaying?.startedAt);
  await page.getByLabel('Name of this player').fill('Window 3');
  await save(page, 'Name of this player');
  await expect.poll(() => page.locator('.player-name').innerText()).toBe('Window 3');
  expect(await page.title()).toBe('Window 3 · Settings · Vitrine');

  await page.getByLabel('Volume').fill('30');
  await save(page, 'Volume');
  await expect.poll(async () => (await player.status()).screens[0]?.volume).toBe(30);

  await page.getByLabel('Language').selectOption({ label: 'French' });
  await save(page, 'Language');
  const german = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'ja' })).newPage();
  await german.goto(address);
  await german.getByRole('heading', { name: 'Connexion à Window 3' }).waitFor();
  expect(await german.title()).toContain('Window 3');
  await german.context().close();

  // The same picture throughout: the show was not disturbed.
  expect(middle(await display.grab())).toBe('red');
  expect((await player.health())?.screens[0]).toMatchObject({ seen: 'painting' });
  expect((await player.status()).nowPlaying?.startedAt).toBe(before);
});

test('opening hours are dragged by mouse and by touch, typed by keys, and hold at once', {
  tags: 'long',
}, async () => {
  await page.getByLabel('Only during opening hours').check();
  const day = page.getByRole('group', { name: 'Monday', exact: true });
  const track = day.locator('.hours-track');
  const box = await track.boundingBox();
  if (box === null) throw new Error('there is no track');
  const x = (hour: number) => box.x + (hour / 24) * box.width;
  const y = box.y + box.height / 2;
  // The end of the bar from 8 to 20 is dragged to 18, its beginning to 10, and a new one is added from 20 to 22.
  for (const [from, to] of [
    [19.95, 18],
    [8.05, 10],
    [20, 22],
  ] as const) {
    await page.mouse.move(x(from), y);
    await page.mouse.down();
    await page.mouse.move(x(to), y, { steps: 5 });
    await page.mouse.up();
  }
  const times = () =>
    day.locator('input[type=time]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(await times()).toEqual(['10:00', '18:00', '20:00', '22:00']);
  // By keyboard: an exact time, until the next day.
  await day.getByLabel('Monday, closes').nth(1).fill('01:07');
  expect(await day.getByText('until the next day').count()).toBe(1);
  await save(page, 'Opening hours');
  const stored = async () => {
    const { settings } = (await askPlayer(dataDir, 'GET', '/api/settings')) as {
      settings: { name: string; value: Record<string, string[]> }[];
    };
    return settings.find(({ name }) => name === 'screen.hours')?.value;
  };
  expect((await stored())?.mon).toEqual(['10:00-18:00', '20:00-01:07']);
  expect((await stored())?.tue).toEqual(['08:00-20:00']);

  // An exception for today, closed: the screen is black at once.
  await page.getByRole('button', { name: 'Add exception' }).click();
  await page.getByLabel('Date').fill(new Date().toISOString().slice(0, 10));
  await page.getByLabel('Date').blur();
  await save(page, 'Opening hours');
  await until('black', async () => (await player.health())?.screens[0]?.seen === 'black');
  await until('well', async () => (await player.health())?.verdict === 'well');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change has been undone.').waitFor();
  await page.getByLabel('Always on').check();
  await save(page, 'Opening hours');
  await until('red again', async () => middle(await display.grab()) === 'red');
});

test('touch drags hours on a phone, and still scrolls the page', { tags: 'long' }, async () => {
  const phone = await loggedIn({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await phone.getByLabel('Only during opening hours').check();
  const track = phone.getByRole('group', { name: 'Tuesday', exact: true }).locator('.hours-track');
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (box === null) throw new Error('there is no track');
  const session = await phone.context().newCDPSession(phone);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', hour?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: hour === undefined ? [] : [{ x: box.x + (hour / 24) * box.width, y }],
    });
  await touch('touchStart', 14);
  for (const hour of [14.5, 15, 16, 17]) await touch('touchMove', hour);
  await touch('touchEnd');
  const times = phone.getByRole('group', { name: 'Tuesday', exact: true }).locator('input[type=time]');
  // The bar from 8 to 20, moved by three hours.
  expect(await times.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    '11:00',
    '23:00',
  ]);
  expect(await violationsInLightAndDark(phone)).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByRole('button', { name: 'Discard' }).click();
  await phone.context().close();
});

test('a mistake is named, what was typed stays, and nothing is changed', async () => {
  await page.getByLabel('Time zone').count();
  const before = await askPlayer(dataDir, 'GET', '/api/settings');
  await page.getByLabel('Name of this player').evaluate((input) => input.removeAttribute('maxlength'));
  await page.getByLabel('Name of this player').fill('x'.repeat(80));
  await setting(page, 'Name of this player').getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be at most 60 characters long').waitFor();
  expect(await page.getByLabel('Name of this player').inputValue()).toBe('x'.repeat(80));
  expect(await askPlayer(dataDir, 'GET', '/api/settings')).toEqual(before);
  await setting(page, 'Name of this player').getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByLabel('Name of this player').inputValue()).toBe('Window 3');
});

test('what file and environment set is shown as such and cannot be edited', { tags: 'long' }, async () => {
  expect(await page.getByLabel('Orientation').isDisabled()).toBe(true);
  expect(await setting(page, 'Orientation').innerText()).toContain(join(folder, 'config.json'));
  expect(await page.getByLabel('Time zone').isDisabled()).toBe(true);
  expect(await setting(page, 'Time zone').innerText()).toContain('VITRINE_TIME_ZONE');
});

test('the terminal lists and changes settings too, and the log says who changed what from where', async () => {
  expect((await runVitrine(['settings'], env)).out).toContain('name: "Window 3"'.replaceAll('"', ''));
  expect(await runVitrine(['set', 'screen.volume', '20'], env)).toMatchObject({
    code: 0,
    out: 'screen.volume is set.\n',
  });
  const wrong = await runVitrine(['set', 'screen.volume', '200'], env);
  expect([wrong.code, wrong.log]).toEqual([2, expect.stringContaining('must be at most 100')]);
  expect(await runVitrine(['settings', 'undo'], env)).toMatchObject({ code: 0 });
  expect((await player.status()).screens[0]?.volume).toBe(30);
  await expect.poll(player.log).toMatch(/A setting was changed.*screen\.volume.*terminal/);
  expect(player.log()).toMatch(
    /A setting was changed.*screen\.volume.*"?kind"?[:=].*page.*(127\.0\.0\.1|::1)/,
  );
});

test('the page passes axe, and a restart keeps every change', { tags: 'long' }, async () => {
  await page.reload();
  await page.locator('.setting').first().waitFor();
  await page.getByLabel('Only during opening hours').check();
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await player.stop();
  player = startPlayerProcess(env);
  await until('plays again', async () => (await player.health())?.screens[0]?.seen === 'painting');
  const status = await player.status();
  expect([status.name, status.screens[0]?.volume]).toEqual(['Window 3', 30]);
});
