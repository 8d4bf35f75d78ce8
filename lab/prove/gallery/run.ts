// Takes a picture of every state of every page and screen, on a phone, a laptop and a large display, light and dark, for a person
// to look at. Names each page with `undefined` or the like, with English text in another language, or with text that is cut off or
// broken inside a word, and then exits with 1.
// Usage: npm run prove -- gallery [word …]: with words only states whose names contain one of them, such as fleet-page/390-light
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { openHeadless } from '../../../test/support/headless.ts';

const target = resolve('release/gallery');
/** A wall of two thousand tiles continues below. */
const tallest = 6_000;
const words = process.argv.slice(2);
const phone = [390, 844] as const;
const laptop = [1280, 800] as const;
const display = [1920, 1080] as const;

// The bundler imports pages as text.
const bundler = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { galleries, faultsOf, languages } = (await bundler.ssrLoadModule(
  '/lab/prove/gallery/all.ts',
)) as typeof import('./all.ts');
if (words.length === 0) await rm(target, { recursive: true, force: true });
const browser = await openHeadless();
let count = 0;
for (const [folder, open] of Object.entries(galleries)) {
  const gallery = await open();
  await mkdir(join(target, folder), { recursive: true });
  for (const [width, height] of gallery.isStage ? [laptop, display] : [phone, laptop]) {
    for (const colorScheme of gallery.isStage ? (['light'] as const) : (['light', 'dark'] as const)) {
      const wanted = gallery.states
        .map((state) => ({ ...state, name: `${width}-${colorScheme}-${state.name}` }))
        .filter(({ name }) => words.length === 0 || words.some((word) => `${folder}/${name}`.includes(word)));
      if (wanted.length === 0) continue;
      const context = await browser.newContext({
        viewport: { width: width, height },
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      for (const { name, open: show } of wanted) {
        const page = await context.newPage();
        page.on('pageerror', (error) => process.stderr.write(`${name}: ${error.message}\n`));
        await show(page);
        // Elements fixed to the bottom of the window would cover the middle of the page.
        const whole = Math.min(tallest, await page.evaluate(() => document.documentElement.scrollHeight));
        if (whole > height) await page.setViewportSize({ width: width, height: whole });
        const faults = await faultsOf(page, languages.find((one) => name.endsWith(`-${one}`)) ?? 'en');
        if (faults.length > 0) {
          process.stderr.write(`${folder} ${name}: ${faults.join(', ')}\n`);
          process.exitCode = 1;
        }
        await page.screenshot({ path: join(target, folder, `${name}.png`) });
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
