// Takes a picture of every state of what people look at, on a phone, a laptop and a large display, light and dark: for a
// person to look at. A page that shows `null`, `undefined` or `[object`, or is wider than its window, is named; the end is then 1.
// Usage: npm run prove -- gallery [word …], with words only those states whose names have one of them, for example 390-light-calm
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const target = resolve('release/gallery');
const words = process.argv.slice(2);
const widths = { 390: 844, 1280: 800, 1920: 1080 } as const;

// Pages are texts that the bundler reads.
const bundler = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { galleries } = (await bundler.ssrLoadModule('/lab/prove/gallery/all.ts')) as typeof import('./all.ts');
if (words.length === 0) await rm(target, { recursive: true, force: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
let count = 0;
for (const [folder, open] of Object.entries(galleries)) {
  const gallery = await open();
  await mkdir(join(target, folder), { recursive: true });
  for (const [width, height] of Object.entries(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const wanted = gallery.states
        .map((state) => ({ ...state, name: `${width}-${colorScheme}-${state.name}` }))
        .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
      if (wanted.length === 0) continue;
      const context = await browser.newContext({
        viewport: { width: Number(width), height },
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      for (const { name, open: show } of wanted) {
        const page = await context.newPage();
        page.on('pageerror', (error) => process.stderr.write(`${name}: ${error.message}\n`));
        await show(page);
        const faults = await page.evaluate(() => [
          ...(document.body.innerText.match(/\bnull\b|\bundefined\b|\bNaN\b|\[object/g) ?? []),
          ...(document.documentElement.scrollWidth > innerWidth ? ['wider than its window'] : []),
        ]);
        if (faults.length > 0) {
          process.stderr.write(`${name}: ${faults.join(', ')}\n`);
          process.exitCode = 1;
        }
        // What stays at the foot of the window would cover what is in the middle of the page.
        const whole = await page.evaluate(() => document.documentElement.scrollHeight);
        if (whole > height) await page.setViewportSize({ width: Number(width), height: whole });
        await page.screenshot({ path: join(target, folder, `${name}.png`), fullPage: true });
        await page.close();
        count++;
      }
      await context.close();
    }
  }
  await gallery.close();
}
await browser.close();
await bundler.close();
process.stdout.write(`${count} pictures in ${target}\n`);
