import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { headlessBrowser } from '../../support/headless.ts';
import type { Recorder } from './display.ts';
import type { TypingPerson } from './keyboard.ts';

/** A person on a ladder with a phone, which reads the code on the screen. Counts taps. */
export interface Installer {
  readonly page: Page;
  readonly taps: () => number;
  tap(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Presses the button to the next step, and waits for it. */
  next(): Promise<void>;
  close(): Promise<void>;
}

/** The content of the code on the display; null: none. */
export async function readCode(display: Recorder): Promise<string | null> {
  const { width, height } = display;
  const { rgb } = await display.grab(width, height);
  try {
    return decodeQR({ width, height, data: rgb });
  } catch {
    return null;
  }
}

/** Waits until the screen shows a code. */
export async function waitForCode(display: Recorder, withinMs = 60_000): Promise<string> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await readCode(display);
    if (found !== null) return found;
    if (performance.now() > until) {
      await display.screenshot(join(tmpdir(), 'vitrine-no-code.png'));
      throw new Error('no code was seen on the display: see vitrine-no-code.png');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function comesWithPhone(language = 'en-GB'): Promise<Installer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-phone-'));
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: headlessBrowser,
    // As root there is no sandbox; only our own page is opened.
    chromiumSandbox: false,
    headless: true,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: language,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  let taps = 0;
  const tap = async (selector: string): Promise<void> => {
    await page.locator(selector).first().tap();
    taps++;
  };
  return {
    page,
    taps: () => taps,
    tap,
    async type(selector, text) {
      await tap(selector);
      await page.keyboard.type(text);
    },
    async next() {
      const before = await page.locator('h1').textContent();
      await tap('button[type=submit]');
      await page.waitForFunction(
        (title) =>
          document.querySelector('h1')?.textContent !== title ||
          document.querySelector('[role=alert]')?.textContent !== '',
        before,
        { timeout: 60_000 },
      );
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** From the first step to the first picture: the CMS, the device of this name, and the offered defaults. */
export async function setsUp(
  phone: Installer,
  cms: { readonly url: string; readonly token: string; readonly device: string },
  /** Called before the last step; then the first picture is not awaited. */
  before?: () => void,
): Promise<void> {
  await phone.page.locator('input[name=url]').fill('');
  await phone.type('input[name=url]', cms.url);
  await phone.type('input[name=token]', cms.token);
  await phone.next();
  await phone.tap(`label.choice:has-text("${cms.device}")`);
  await phone.next();
  await phone.next();
  before?.();
  await phone.next();
  if (before) return;
  await phone.page.locator('.shown img').waitFor({ timeout: 60_000 });
}

/** The same with a keyboard at the screen: waits until each page is drawn. */
export async function typesItIn(
  person: TypingPerson,
  seen: (title: string) => Promise<void>,
  cms: { readonly url: string; readonly token: string; readonly device: string },
): Promise<void> {
  await person.press('Enter');
  await seen('Connect to the CMS');
  await person.type(cms.url);
  await person.press('Enter', 'Enter');
  await person.type(cms.token);
  await person.press('Enter');
  await seen('Choose what to play');
  await person.type(cms.device.slice(0, 4));
  await person.press('Enter');
  await seen('Orientation and volume');
  await person.press('Enter', 'Enter', 'Enter', 'Enter');
  await seen('Checks');
  await person.press('Enter');
}
