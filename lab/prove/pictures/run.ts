// Takes the pictures of README and docs: the status page, the console of the demo CMS, and setup on the screen and on a phone, of
// running players; the page of a fleet at a running broker, with simulated players. Look at each of them before you commit it.
// Usage: npm run prove -- pictures
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { comesWithPhone, waitForCode } from '../../../test/e2e/support/installer.ts';
import { vitrine } from '../../../test/e2e/support/player.ts';
import { unconfigured } from '../../../test/e2e/support/unconfigured.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { until } from '../../../test/support/until.ts';
import { fleetPage } from '../gallery/fleet-page.ts';

const run = promisify(execFile);
const target = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
mkdirSync(target, { recursive: true });

/** Small enough for a repository, and sharp enough for text. */
const kept = async (png: string, name: string, width: number): Promise<void> => {
  await run('convert', [
    png,
    '-resize',
    `${width}x>`,
    '-strip',
    '-quality',
    '82',
    join(target, `${name}.jpg`),
  ]);
};

/** Values that must not be in a published picture. */
const accidents = /\bnull\b|undefined|\[object |NaN/;

async function page(browser: Browser, address: string, name: string, ready: RegExp): Promise<void> {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' });
  await opened.goto(address);
  const text = () => opened.locator('body').innerText();
  await until(`${name} shows ${ready}`, async () => ready.test(await text()));
  // The live picture arrives a moment after the text.
  await opened.waitForTimeout(2_000);
  const accident = accidents.exec(await text());
  if (accident) throw new Error(`The picture ${name} would show “${accident[0]}”.`);
  await opened.screenshot({ path: join(folder, `${name}.png`) });
  await opened.close();
  await kept(join(folder, `${name}.png`), name, 1280);
}

async function ofDemo(browser: Browser, display: TestDisplay): Promise<void> {
  const { child, log } = vitrine(['demo', '--cms-port', '0'], {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: join(folder, 'demo'),
    XDG_CONFIG_HOME: folder,
    VITRINE_HOST: 'chromium',
    VITRINE_ADMIN_PORT: '8799',
    VITRINE_LANGUAGE: 'en',
  });
  try {
    await until('the demo says its addresses', () => /Console of the demo CMS +http/.test(log()), 60_000);
    const console = /Console of the demo CMS +(\S+)/.exec(log())?.[1] ?? '';
    await page(browser, 'http://127.0.0.1:8799/', 'player', /Coming up|Next/i);
    await page(browser, console, 'console', /Playlist/i);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function ofSetup(): Promise<void> {
  const made = await unconfigured();
  try {
    const code = await waitForCode(made.display);
    await made.display.screenshot(join(folder, 'setup-screen.png'));
    await kept(join(folder, 'setup-screen.png'), 'setup-screen', 960);
    const phone = await comesWithPhone();
    await phone.page.goto(code);
    await phone.page.waitForSelector('input');
    await phone.page.screenshot({ path: join(folder, 'setup-phone.png') });
    await phone.close();
    await kept(join(folder, 'setup-phone.png'), 'setup-phone', 390);
  } finally {
    await made.stop();
  }
}

async function ofFleet(browser: Browser): Promise<void> {
  const gallery = await fleetPage();
  const opened = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' });
  await gallery.states.find(({ name }) => name === 'chain-wall-en')?.open(opened);
  await opened.screenshot({ path: join(folder, 'fleet.png') });
  await opened.close();
  await gallery.close();
  await kept(join(folder, 'fleet.png'), 'fleet', 1280);
}

const display = await startDisplay(1280, 720);
const browser = await openHeadless();
try {
  await ofDemo(browser, display);
  await ofSetup();
  await ofFleet(browser);
} finally {
  await browser.close();
  await display.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`Five pictures in ${target}: look at each of them.\n`);
process.exit(0);
