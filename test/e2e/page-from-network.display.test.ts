import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LanAccess } from '../../src/main/admin/access/lan-access.ts';
import type { AdminPort } from '../../src/main/admin/port.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { message } from '../../src/shared/languages/message.ts';
import { calmActions, calmFacts } from '../support/calm-player.ts';
import { freePort } from '../support/free-port.ts';
import { openHeadless } from '../support/headless.ts';
import { scenes } from '../support/page-scenes.ts';
import { violationsInLightAndDark } from './support/axe.ts';

// The page over the network, from the real listener: behind a password, and with the allowed actions.

const password = 'correct horse battery';
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-page-'));
const done: string[] = [];
let hasOneBefore = true;
const sent: unknown[] = [];
/** An interrupt of another sender. */
const lost = {
  interrupt: { id: 'lost', title: 'Lost child', lines: [], severity: 'info' },
  endsInMs: 90_000,
};
const prepared = [
  { name: 'way-out', state: 'here', kind: 'video', why: null },
  { name: 'late', state: 'loading', kind: null, why: null },
] as const;
const place = { place: '1', state: 'failed', at: 0, paintedAt: null, why: 'display-off' } as const;
const act = (name: string) => async () => {
  done.push(name);
  return {} as never;
};
const actions = calmActions({
  facts: { ...calmFacts, isInSafeMode: true },
  syncNow: act('sync'),
  pauseSync: act('pause'),
  resumeSync: act('resume'),
  rollback: async () => {
    if (hasOneBefore) return act('rollback')();
    throw new VitrineError('usage', message('no-previous-edition'));
  },
  updateNow: act('update'),
  showInterrupt: async (given) => {
    sent.push(given);
    return { id: 'new', state: 'new', isKept: true, places: [place] };
  },
  listInterrupts: () => ({ live: [lost as never], ended: [], sources: [], media: prepared }),
  cancelInterrupts: (id) => {
    done.push(`end ${id}`);
    return 1;
  },
  overlay: (visible) => void done.push(visible ? 'overlay' : 'overlay-off'),
  identify: (kind) => {
    done.push(kind);
    return { screens: 1 };
  },
  leaveSafeMode: () => () => void done.push('safe-mode-off'),
  updateHold: act('hold'),
  setDisplay: (wanted) => void done.push(wanted),
  restart: () => () => void done.push('restart'),
  restartMachine: async () => void done.push('restart-machine'),
  renewBrowser: act('browser'),
});
const player: AdminPort = { ...scenes.safe, actions };

let browser: Browser;
let lan: LanAccess;
let address: string;
let page: Page;

beforeAll(async () => {
  // Connections are limited per second: with a stopped clock the limit would soon be reached.
  const clock = systemClock;
  lan = new LanAccess({ player, dataDir, clock, log: createLog(() => undefined) });
  const port = await freePort();
  await lan.allow({ password, port, names: ['localhost'], certificate: null });
  browser = await openHeadless();
  address = `https://localhost:${port}/`;
  page = await opened('en-GB');
});
afterAll(async () => {
  await browser.close();
  await lan.stop();
  rmSync(dataDir, { recursive: true });
});

async function opened(locale: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 844 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale,
    ignoreHTTPSErrors: true,
  });
  const made = await context.newPage();
  await made.goto(address);
  await made.locator('#password:focus').waitFor();
  return made;
}

const focused = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const label =
      activeElement instanceof HTMLElement && 'labels' in activeElement ? activeElement.labels : null;
    const [first] = (label ?? []) as Iterable<Element> & readonly Element[];
    return (
      activeElement?.getAttribute('aria-label') ||
      first?.firstChild?.textContent?.trim() ||
      activeElement?.textContent?.trim() ||
      ''
    );
  });

/** Presses Tab repeatedly, and returns the places that this reaches, each once. */
async function tabThrough(): Promise<readonly string[]> {
  const reached: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await focused();
    // After the end of the page Tab leads to the browser itself, or to the beginning.
    if (reached.includes(name)) return reached;
    reached.push(name);
    expect(reached.length).toBeLessThan(60);
  }
}

/** Keyboard users see the focus. */
async function expectSeenFocus(): Promise<void> {
  const outline = await page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === null ? '' : getComputedStyle(activeElement).outlineStyle;
  });
  expect(outline, await focused()).not.toBe('none');
}

const asking = [
  ...['Go back to the previous content', 'Show test picture', 'Switch displays off'],
  ...['Update player', 'Restart browser', 'Restart player', 'Restart machine'],
];
const direct = [
  ...['Sync with the CMS', 'Pause content updates', 'Identify screens', 'Show info overlay'],
  'Hold player updates',
];

test('the login works by keyboard alone, and passes axe, also after a wrong password', async () => {
  await page.getByRole('heading', { name: 'Log in to Window 1' }).waitFor();
  expect(await violationsInLightAndDark(page)).toEqual([]);
  expect(await page.locator('main').ariaSnapshot()).toMatchInlineSnapshot(`
    "- main:
      - heading "Log in to Window 1" [level=1]
      - paragraph: Network access needs the password that the installer set.
      - text: Password
      - textbox "Password"
      - alert
      - button "Log in""
  `);
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Wrong password.').waitFor();
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await expectSeenFocus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Leave safe mode' }).waitFor();
});

test('the actions pass axe, and are reachable by keyboard', { tags: 'long' }, async () => {
  expect(await violationsInLightAndDark(page)).toEqual([]);
  const reached = await tabThrough();
  expect(reached).toEqual(expect.arrayContaining(['Log out', 'Leave safe mode', ...direct, ...asking]));
  for (const [index, name] of direct.entries()) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    // Each goes by a connection of its own and might overtake the one before it.
    await expect.poll(() => done.length).toBe(index + 1);
  }
  expect(done).toEqual(['sync', 'pause', 'name', 'overlay', 'hold']);
});

test.each([
  ...asking,
  'Leave safe mode',
])('“%s” needs a confirmation: it is announced and reachable, and Escape returns to the button', async (name) => {
  done.length = 0;
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await expectSeenFocus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  // It is the same dialog with other words.
  if (name === asking[0]) expect(await violationsInLightAndDark(page)).toEqual([]);
  expect(await dialog.ariaSnapshot()).toMatchSnapshot();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused()).toBe(name);
  expect(done).toEqual([]);

  await page.keyboard.press('Enter');
  const yes = dialog.getByRole('button', { name, exact: true });
  for (let steps = 0; !(await yes.evaluate((one) => one === document.activeElement)); steps++) {
    expect(steps).toBeLessThan(5);
    await page.keyboard.press('Tab');
  }
  await expectSeenFocus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => done).toHaveLength(1);
});

test('a message is sent with its fields, listed and ended, and the form passes axe', async () => {
  await page.getByLabel('Title').fill('Fire alarm');
  await page.getByLabel('Further lines').fill('Leave the building\n\nUse the stairs');
  await page.getByLabel('Type').selectOption('alarm');
  await page.getByLabel('Position').selectOption('banner');
  await page.getByLabel('Duration (minutes)').fill('2');
  await page.getByLabel('With an attention signal').check();
  const media = page.getByLabel('Prepared picture or video');
  expect(await media.locator('option').allTextContents()).toEqual(['None', 'way-out']);
  await media.selectOption('way-out');
  expect(await violationsInLightAndDark(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show message', exact: true }).click();
  await page.getByText('Screen 1: message not shown, the display is off.').waitFor();
  expect(sent).toEqual([
    expect.objectContaining({
      title: 'Fire alarm',
      lines: ['Leave the building', 'Use the stairs'],
      severity: 'alarm',
      layout: 'banner',
      seconds: 120,
      sound: true,
      video: 'way-out',
    }),
  ]);
  done.length = 0;
  await page.getByRole('button', { name: 'End message “Lost child”' }).click();
  await expect.poll(() => done).toEqual(['end lost']);
});

test('logging out leads to the login', async () => {
  await page.getByRole('button', { name: 'Log out' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Log in to Window 1' }).waitFor();
  expect(await focused()).toBe('Password');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');
});

test("an error of an action is in the reader's language", { tags: 'long' }, async () => {
  hasOneBefore = false;
  const german = await opened('de-DE');
  await german.keyboard.type(password);
  await german.keyboard.press('Enter');
  await german.getByRole('button', { name: 'Zu den vorherigen Inhalten zurückkehren' }).click();
  await german
    .getByRole('dialog')
    .getByRole('button', { name: 'Zu den vorherigen Inhalten zurückkehren' })
    .click();
  await german.getByRole('status').getByText('Es gibt keine vorherige Inhaltsversion').waitFor();
});
