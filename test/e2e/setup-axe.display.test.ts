import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setup } from '../../lab/prove/gallery/setup.ts';
import { stage } from '../../lab/prove/gallery/stage.ts';
import { violations, violationsInLightAndDark } from './support/axe.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
});
afterAll(() => browser.close());

/** One language is enough: the elements are the same in all. */
test.each([
  {
    what: 'the phone, at each step',
    open: setup,
    wanted: /-en$/,
    viewport: { width: 390, height: 844 },
    look: violationsInLightAndDark,
    count: 16,
  },
  {
    what: 'the setup screens and the form for a keyboard, with and without Wi-Fi',
    open: stage,
    wanted:
      /^(setup-(en|no-network|no-wifi-en)|form-(cms|what|check|wifi|wifi-password)-en|form-how-de-turned)$/,
    viewport: { width: 1280, height: 720 },
    look: violations,
    count: 9,
  },
])('setup passes axe: $what', async ({ open, wanted, viewport, look, count }) => {
  const gallery = await open();
  try {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const states = gallery.states.filter(({ name }) => wanted.test(name));
    expect(states.map(({ name }) => name)).toHaveLength(count);
    for (const { name, open: show } of states) {
      const page = await context.newPage();
      await show(page);
      expect(await look(page), name).toEqual([]);
      await page.close();
    }
  } finally {
    await gallery.close();
  }
});
