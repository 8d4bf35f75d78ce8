import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { adminApp } from '../../../src/main/admin/app.ts';
import type { AdminPort } from '../../../src/main/admin/port.ts';
import { openHeadless } from '../../support/headless.ts';
import { type Scene, sceneLog, sceneNow, scenes } from '../../support/page-scenes.ts';

export const views = ['now', 'day', 'files', 'proof', 'trouble', 'settings'] as const;

let browser: Browser;
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-page-'));

/** A browser for the tests of a file that open the status page. */
export function forStatusPages(): void {
  beforeAll(async () => {
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, 'logs', 'vitrine.log'), `${sceneLog}\n`);
    browser = await openHeadless();
  });
  afterAll(async () => {
    const faults = await Promise.all([...kept.values()].map(async (one) => (await one).close()));
    await browser.close();
    rmSync(dataDir, { recursive: true });
    expect(faults.flat()).toEqual([]);
  });
}

interface Given {
  readonly width?: number;
  readonly locale?: string;
}

interface Opened {
  readonly page: Page;
  /** Answers what the page has complained of. */
  close(): Promise<readonly string[]>;
}

export async function open(player: AdminPort, view: string, given: Given = {}): Promise<Page> {
  const { page, close } = await opened(player, view, given);
  onTestFinished(async () => expect(await close()).toEqual([]));
  return page;
}

/** One page of each scene for all that only look at it. */
const kept = new Map<Scene, Promise<Opened>>();
const widths: Readonly<Partial<Record<Scene, number>>> = { busy: 390 };

export async function look(scene: Scene, view: string): Promise<Page> {
  const known = kept.get(scene) ?? opened(scenes[scene], 'now', { width: widths[scene] ?? 1280 });
  kept.set(scene, known);
  const { page } = await known;
  await goTo(page, view);
  return page;
}

async function opened(player: AdminPort, view: string, given: Given): Promise<Opened> {
  const { width = 1280, locale = 'en-GB' } = given;
  const answer = getRequestListener(adminApp(player, 'web', { dataDir }).fetch, {
    overrideGlobalObjects: false,
  });
  const server = createServer((request, response) => {
    response.sendDate = false;
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  // A button that is on its way to another colour has one that nobody reads.
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale,
    bypassCSP: false,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  await page.clock.setFixedTime(sceneNow);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#${view}`);
  await page.locator('.view .card, .view .notice').first().waitFor();
  return {
    page,
    async close() {
      await context.close();
      server.close();
      server.closeAllConnections();
      return faults;
    },
  };
}

export async function goTo(page: Page, view: string, more = ''): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, `${view}${more}`);
  await page.locator(`.view.${view}`).locator('.card, .notice').first().waitFor();
}
