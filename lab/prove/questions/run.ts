// Asks a running player the questions of shop owners and operators: opens its page on a phone as they would, counts the taps to
// each answer, and reads it from the page.
// Usage: npm run prove -- questions
import type { ServerResponse } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import type { DemoCms } from '../../../src/demo/cms.ts';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Health } from '../../../src/main/health/health.ts';
import type { Status } from '../../../src/main/report/status.ts';
import { onDownload } from '../../../test/support/fault-downloads.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { until } from '../../../test/support/until.ts';
import { type Question, questions, type Situation } from './questions.ts';
import { freePort, hoursFromNow, openShop, type ShopPlayer } from './shop.ts';

const mostTaps = 2;
const answerWithinMs = 20_000;

const browser = await openHeadless();
const shop = await openShop();
let failed = 0;
/** A phone with a login. */
let owner: { readonly context: BrowserContext; readonly page: string } | null = null;
const asOwner: readonly Situation[] = ['owner', 'paused', 'off'];
const phone = () =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
  });
try {
  const open = await shop.player({});
  await until('plays', async () => (await health(open))?.screens[0]?.seen === 'painting');
  await act(open, 'set', {
    name: 'screen.hours',
    value: { ...hoursFromNow(-60, 180), '2026-12-24': '09:00-13:00' },
  });
  // By then each item has been shown once.
  await until('has shown all', async () => /Scarves/.test(await text(open)));
  await answer('open', open);
  await askAsOwner(open);
  const release = holdDownloads(shop.cms);
  shop.addPoster('Winter poster');
  await until('downloads the poster', async () => (await status(open)).staged?.missingCount === 1);
  await answer('coming', open);
  release();
  await until('has the poster', async () => (await status(open)).staged === null);
  await answer('arrived', open);
  await act(open, 'sync-pause', { paused: true });
  await until('is paused', async () => (await status(open)).sync.state === 'paused');
  await answer('paused', open);
  await act(open, 'sync-pause', { paused: false });
  await act(open, 'display', { wanted: 'off' });
  await until('is off', async () => (await health(open))?.screens[0]?.seen === 'black');
  await answer('off', open);
  await act(open, 'display', { wanted: 'auto' });
  shop.removeFilm();
  await until('is well', async () => (await health(open))?.verdict === 'well');
  await answer('well', open);
  shop.cms.offline = true;
  await until('misses the CMS', async () => (await status(open)).sync.lastError !== null);
  await answer('offline', open);
  shop.cms.offline = false;
  const closed = await shop.player({ screen: { hours: hoursFromNow(120, 180) } });
  await until('is off by plan', async () => (await health(closed))?.screens[0]?.seen === 'black');
  await answer('closed', closed);
  await closed.stop();
  await open.stop();
  // Its display is the second one, but there is only one.
  const dark = await shop.player({ screens: [{ id: '1', display: 1 }] });
  await until('is dark', async () => {
    const known = await health(dark);
    return known?.screens[0]?.seen === 'no-display';
  });
  await answer('dark', dark);
  await dark.stop();
  const nothing = await shop.player({}, { env: { VITRINE_DEVICE: shop.idleDevice } });
  await until('plays nothing', async () => (await health(nothing))?.reasons[0]?.code === 'unassigned');
  await answer('nothing', nothing);
  await nothing.stop();
} finally {
  await shop.close();
  await browser.close();
}
process.stdout.write(`${questions.length} questions, ${failed} without an answer in ${mostTaps} taps\n`);
process.exit(failed === 0 ? 0 : 1);

/** Over the network with an existing login; another phone has one too. */
async function askAsOwner(player: ShopPlayer): Promise<void> {
  const password = 'correct horse battery';
  const port = await freePort();
  const access = { password, port, names: ['localhost'], certificate: null };
  await askPlayer(player.dataDir, 'POST', '/api/access/on', undefined, access);
  await act(player, 'set', { name: 'name', value: 'Window 3' });
  await act(player, 'set', { name: 'screen.volume', value: 30 });
  const page = `https://localhost:${port}/`;
  const phones = await Promise.all([phone(), phone()]);
  for (const one of phones) {
    const opened = await one.newPage();
    await opened.goto(page);
    await opened.getByLabel('Password').fill(password);
    await opened.getByRole('button', { name: 'Log in' }).tap();
    await opened.locator('.verdict').waitFor();
    await opened.close();
  }
  owner = { context: phones[0], page };
  await answer('owner', player);
}

/** Until it is released, no file is served. */
function holdDownloads(cms: DemoCms): () => void {
  const held: ServerResponse[] = [];
  onDownload(cms, ({ response }) => {
    held.push(response);
    return true;
  });
  return () => {
    cms.intercept = null;
    for (const response of held) response.destroy();
  };
}

async function act(
  { dataDir }: ShopPlayer,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return askPlayer(dataDir, 'POST', `/api/actions/${name}`, 20_000, args);
}

async function answer(situation: Situation, player: ShopPlayer): Promise<void> {
  const known = asOwner.includes(situation) ? owner : null;
  for (const question of questions.filter((one) => one.in === situation)) {
    const context = known?.context ?? (await phone());
    const page = await context.newPage();
    const reported = await read(page, known?.page ?? player.page, question).catch(
      (error: Error) => error.message,
    );
    const words = reported.replaceAll(/\s+/g, ' ').trim();
    const found = question.says.exec(reported)?.[0].replaceAll(/\s+/g, ' ') ?? null;
    const isWell = found !== null && question.taps.length <= mostTaps;
    if (!isWell) failed++;
    const taps = `${question.taps.length} ${question.taps.length === 1 ? 'tap ' : 'taps'}`;
    process.stdout.write(
      `${isWell ? 'ok ' : 'NOT'} ${situation.padEnd(7)} ${taps}  ${question.text}\n            ${found ?? `not found: ${words.slice(0, 600)}`}\n`,
    );
    await page.close();
    if (known === null) await context.close();
  }
}

/** The page's text after the taps: the expected answer, or after the timeout any text. */
async function read(page: Page, address: string, question: Question): Promise<string> {
  await page.goto(address);
  for (const tap of question.taps) await tap(page).first().tap({ timeout: answerWithinMs });
  const place = page.locator(question.at).first();
  await place.waitFor({ timeout: answerWithinMs });
  let reported = '';
  const since = performance.now();
  while (performance.now() - since < answerWithinMs * 3) {
    reported = await place.evaluate((element) => {
      // Includes the values of fields. A no-break space looks like any other.
      const fields = [...element.querySelectorAll<HTMLInputElement>('input, select')].map(
        ({ value }) => value,
      );
      const words = `${(element as HTMLElement).innerText}\n${fields.join('\n')}`;
      return words.replaceAll('\u00a0', ' ');
    });
    if (question.says.test(reported)) return reported;
    await page.waitForTimeout(200);
  }
  return reported;
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
