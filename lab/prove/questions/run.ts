// Asks a whole running player what shop owners and operators want to know: opens its page on a phone as they would, counts the
// taps to each answer, and reads it off the page.
// Usage: npm run prove -- questions
import { chromium, type Page } from 'playwright-core';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Health } from '../../../src/main/health/health.ts';
import type { Status } from '../../../src/main/report/status.ts';
import { until } from '../../../test/support/until.ts';
import { type Question, questions, type Situation } from './asked.ts';
import { hoursFromNow, openShop, type ShopPlayer } from './shop.ts';

const mostTaps = 2;
const answerWithinMs = 20_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
const shop = await openShop();
let failed = 0;
try {
  const open = await shop.player({ screen: { hours: hoursFromNow(-60, 180) } });
  await until('plays', async () => (await health(open))?.screens[0]?.seen === 'painting');
  // Each item has been shown once by then.
  await until('has shown all', async () => /Scarves/.test(await text(open)));
  await answer('open', open);
  shop.cms.offline = true;
  await until('misses the CMS', async () => (await status(open)).sync.lastError !== null);
  await answer('offline', open);
  shop.cms.offline = false;
  const closed = await shop.player({ screen: { hours: hoursFromNow(120, 180) } });
  await until('is off by plan', async () => (await health(closed))?.screens[0]?.seen === 'black');
  await answer('closed', closed);
  await closed.stop();
  await open.stop();
  // Its display is the second one, and there is one.
  const dark = await shop.player({ screens: [{ id: '1', display: 1 }] });
  await until('is dark', async () => {
    const known = await health(dark);
    return known?.screens[0]?.seen === 'no-display';
  });
  await answer('dark', dark);
  await dark.stop();
} finally {
  await shop.close();
  await browser.close();
}
process.stdout.write(`${questions.length} questions, ${failed} without an answer in ${mostTaps} taps\n`);
process.exit(failed === 0 ? 0 : 1);

async function answer(situation: Situation, player: ShopPlayer): Promise<void> {
  for (const question of questions.filter((one) => one.in === situation)) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const told = await read(page, player, question).catch((error: Error) => error.message);
    const words = told.replaceAll(/\s+/g, ' ').trim();
    const found = question.says.exec(told)?.[0].replaceAll(/\s+/g, ' ') ?? null;
    const isWell = found !== null && question.taps.length <= mostTaps;
    if (!isWell) failed++;
    const taps = `${question.taps.length} ${question.taps.length === 1 ? 'tap ' : 'taps'}`;
    process.stdout.write(
      `${isWell ? 'ok ' : 'NOT'} ${situation.padEnd(7)} ${taps}  ${question.asked}\n            ${found ?? `not said: ${words.slice(0, 600)}`}\n`,
    );
    await context.close();
  }
}

/** The page's text after the taps: the answer, or after the longest wait any text. */
async function read(page: Page, { page: address }: ShopPlayer, question: Question): Promise<string> {
  await page.goto(address);
  for (const tap of question.taps) await tap(page).first().tap({ timeout: answerWithinMs });
  const place = page.locator(question.at).first();
  await place.waitFor({ timeout: answerWithinMs });
  let told = '';
  const since = performance.now();
  while (performance.now() - since < answerWithinMs * 3) {
    told = await place.innerText();
    if (question.says.test(told)) return told;
    await page.waitForTimeout(200);
  }
  return told;
}

async function health({ dataDir }: ShopPlayer): Promise<Health | null> {
  return (await askPlayer(dataDir, 'GET', '/api/health').catch(() => null)) as Health | null;
}

async function status({ dataDir }: ShopPlayer): Promise<Status> {
  return (await askPlayer(dataDir, 'GET', '/api/status')) as Status;
}

async function text({ dataDir }: ShopPlayer): Promise<string> {
  return JSON.stringify(await askPlayer(dataDir, 'GET', '/api/shown?days=7'));
}
