// Takes pictures of the demo's screen with four zones: landscape, turned by 90°, and on an upright display, in each language,
// with the status page, and with the console in English. Look at each of them.
// Usage: npm run prove -- demo-zones [LANGUAGE …]
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { languages } from '../../../src/shared/languages/language.ts';
import { startDisplay } from '../../../test/e2e/support/display.ts';
import { vitrine } from '../../../test/e2e/support/player.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { until } from '../../../test/support/until.ts';

const run = promisify(execFile);
const target = resolve('release/demo-zones');
mkdirSync(target, { recursive: true });
const requested = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-zones-'));
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Values that must not be in a published picture. */
const accidents = /\bnull\b|undefined|\[object |NaN/;

interface Zone {
  readonly id: string;
  readonly nowPlaying: { readonly name: string } | null;
}

async function pictures(browser: Browser, language: string): Promise<number> {
  const [wide, upright] = [await startDisplay(1280, 720), await startDisplay(720, 1280)];
  const port = await freePort();
  let count = 0;
  for (const [place, display] of Object.entries({ landscape: wide, upright })) {
    const { child, log } = vitrine(['demo', '--cms-port', '0', '--device', 'Zones screen'], {
      DISPLAY: display.name,
      VITRINE_DATA_DIR: join(folder, `${language}-${place}`),
      XDG_CONFIG_HOME: folder,
      VITRINE_HOST: 'chromium',
      VITRINE_ADMIN_PORT: String(port),
      VITRINE_LANGUAGE: language,
    });
    const shot = async (name: string): Promise<string> => {
      const file = join(target, `${language}-${name}.png`);
      await display.screenshot(file);
      count++;
      return file;
    };
    const page = async (address: string, name: string): Promise<void> => {
      const opened = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: language });
      await opened.goto(address);
      await wait(5_000);
      const accident = accidents.exec(await opened.locator('body').innerText());
      if (accident) throw new Error(`The picture ${name} would show “${accident[0]}”.`);
      await opened.screenshot({ path: join(target, `${language}-${name}.png`) });
      await opened.close();
      count++;
    };
    try {
      const admin = `http://127.0.0.1:${port}/`;
      const zones = async (): Promise<readonly Zone[]> => {
        const answer = await fetch(new URL('api/status', admin));
        const { screens } = (await answer.json()) as { screens: readonly { zones?: readonly Zone[] }[] };
        return screens[0]?.zones ?? [];
      };
      const allPlay = () =>
        until('four zones play', async () => {
          const now = await zones().catch(() => []);
          return now.length === 4 && now.every(({ nowPlaying }) => nowPlaying !== null);
        });
      await allPlay();
      await wait(3_000);
      await shot(place);
      if (place === 'upright') continue;
      await page(admin, 'status-page');
      const console = /Console of the demo CMS +(\S+)/.exec(log())?.[1] ?? '';
      const { groups } = (await (await fetch(new URL('console/api/state', console))).json()) as {
        groups: readonly { id: number; name: string }[];
      };
      const id = groups.find(({ name }) => name === 'Zones group')?.id;
      if (language === 'en') await page(console, 'console');
      await fetch(new URL(`console/api/groups/${id}/settings`, console), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', origin: new URL(console).origin },
        body: JSON.stringify({ rotation: 90 }),
      });
      await wait(6_000);
      await allPlay();
      const turned = await shot('turned');
      // As seen by a person in front of the turned display.
      await run('convert', [turned, '-rotate', '-90', turned]);
      if (language === 'en') await page(console, 'console-turned');
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }
  await Promise.all([wide.stop(), upright.stop()]);
  return count;
}

const browser = await openHeadless();
let count = 0;
try {
  for (const language of languages)
    if (requested.length === 0 || requested.includes(language)) count += await pictures(browser, language);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.stdout.write(`${count} pictures in ${target}: look at each of them.\n`);
process.exit(0);
