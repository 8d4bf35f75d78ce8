import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setup } from '../../scripts/gallery/setup.ts';
import { stage } from '../../scripts/gallery/stage.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
});
afterAll(() => browser.close());

/** One language is enough: the elements are the same. */
test.each([
  ['the phone, at each step', setup, /^(cms|refused|login|what|how)-en$/, { width: 390, height: 844 }],
  [
    'the setup screens and the form for a keyboard',
    stage,
    /^(setup-(en|no-network)|form-(cms|what|check|wifi|wifi-password)-en|form-how-de-turned)$/,
    { width: 1280, height: 720 },
  ],
] as const)('axe has nothing against what is seen at setup: %s', async (_, open, wanted, viewport) => {
  const gallery = await open();
  try {
    const context = await browser.newContext({ viewport });
    for (const { name, open: show } of gallery.states.filter((state) => wanted.test(state.name))) {
      const page = await context.newPage();
      await show(page);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(): Promise<{
              violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
            }>;
          };
        };
        const { violations } = await axe.run();
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary}`),
        );
      });
      expect(found, name).toEqual([]);
      await page.close();
    }
  } finally {
    await gallery.close();
  }
});
