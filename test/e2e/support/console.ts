import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type DemoCms, type DemoCmsOptions, startDemoCms } from '../../../src/demo/cms.ts';
import { openHeadless } from '../../support/headless.ts';

/** A demo CMS and its console in a real browser, both new for each test. */
export interface OpenConsole {
  readonly cms: DemoCms;
  readonly page: Page;
  entries(): ReturnType<DemoCms['content']['entriesOf']>;
  ids(): number[];
  row(position: number): Locator;
  /** Waits until the page shows the stored state. */
  shown(): Promise<number[]>;
  /** The server refuses a request: then the browser itself logs an error. */
  refuses(): void;
}

export function onConsole(options: BrowserContextOptions, demo: DemoCmsOptions = {}): OpenConsole {
  let browser: Browser;
  let cms: DemoCms;
  let page: Page;
  let mayRefuse = false;
  const complaints: string[] = [];
  const strangers: string[] = [];

  beforeAll(async () => {
    browser = await openHeadless();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    cms = await startDemoCms(demo);
    page = await browser.newPage(options);
    page.setDefaultTimeout(60_000);
    mayRefuse = false;
    complaints.length = 0;
    strangers.length = 0;
    page.on('console', (message) => {
      const refused = mayRefuse && message.text().includes('422');
      if (message.type() === 'error' && !refused) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== cms.origin)
        strangers.push(request.url());
    });
    await page.goto(cms.consoleUrl);
    await page.locator('.entry').first().waitFor();
  });
  afterEach(async () => {
    await page.close();
    await cms.stop();
    // It works offline, and logs no error.
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
  });

  const entries: OpenConsole['entries'] = () => cms.content.entriesOf(cms.playlistId);
  const ids = (): number[] => entries().map((entry) => entry.id);
  return {
    get cms() {
      return cms;
    },
    get page() {
      return page;
    },
    entries,
    ids,
    row: (position) => page.locator('.entry').nth(position),
    async shown() {
      await page.waitForFunction(
        (expected) =>
          JSON.stringify(
            [...document.querySelectorAll('.entry')].map((one) => Number((one as HTMLElement).dataset.entry)),
          ) === expected,
        JSON.stringify(ids()),
      );
      return ids();
    },
    refuses() {
      mayRefuse = true;
    },
  };
}

export async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}
