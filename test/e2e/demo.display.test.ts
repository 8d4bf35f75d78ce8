import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openHeadless } from '../support/headless.ts';
import { startDisplay } from './support/display.ts';
import { vitrine } from './support/player.ts';

const consoleAddress = /Console of the demo CMS +(\S+)/;

test("the console marks files that the player cannot play, with the player's reason", {
  tags: 'long',
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
  const display = await startDisplay(640, 360);
  const { child, log } = vitrine(['demo', '--cms-port', '0'], {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    VITRINE_ADMIN_PORT: String(await freePort()),
    XDG_CONFIG_HOME: dataDir,
  });
  const ended = once(child, 'exit');
  const browser = await openHeadless();
  onTestFinished(async () => {
    await browser.close();
    child.kill();
    await ended;
    await display.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await expect.poll(log).toMatch(consoleAddress);
  const address = consoleAddress.exec(log())?.[1] ?? '';
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251));
  await page.getByLabel('Upload files').setInputFiles([
    { name: 'garbage.mp4', mimeType: 'video/mp4', buffer: noise },
    { name: 'cut.png', mimeType: 'image/png', buffer: noise.subarray(0, 5) },
  ]);
  for (const name of ['garbage', 'cut']) {
    await page.getByRole('button', { name: `Add ${name} to the playlist` }).click();
  }
  const marked = page.locator('.media li:has(.trouble)');
  await expect.poll(() => marked.count()).toBe(2);
  for (const text of await marked.allInnerTexts())
    expect(text).toMatch(/^(garbage|cut)\n.*\nThe player: \S.*\.$/);
  expect(await page.locator('.entry .what .trouble').count()).toBe(2);
});
