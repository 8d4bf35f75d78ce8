import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import { stateOf, stateText } from '../../../src/main/fleet/state.ts';
import { verbatim } from '../../../src/shared/languages/message.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { calmPlayer, calmStatus } from '../../../test/fleet/fake-player.ts';
import { servedPage } from '../../../test/fleet/served.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { until } from '../../../test/support/until.ts';

const seconds = (from: number): number => Number(((performance.now() - from) / 1000).toFixed(2));
const script = fileURLToPath(new URL('player.ts', import.meta.url));
type Verdict = 'well' | 'attention' | 'dark';
const sentences: Readonly<Record<Verdict, string>> = {
  well: 'All is well.',
  attention: 'The CMS was not reached for two hours; the show goes on.',
  dark: 'Screen 1 has no display.',
};

/** The page of a fleet with this many players, whose states the broker retains; one of them is a real link that answers. */
export async function pageOf(count: number, pictures: string | undefined) {
  const lines = ['max_queued_messages 0'];
  const broker = await mosquittoUntilRemoved({ websocket: true, users: { operator: 'op' }, lines });
  const login = { username: 'operator', password: 'op' };
  const operator = await mqtt.connectAsync(broker.url, { protocolVersion: 5, ...login });
  const tell = async (verdictOf: (at: number) => Verdict): Promise<void> => {
    const now = Date.now();
    for (let at = 0; at < count; at++) {
      const verdict = verdictOf(at);
      const since = new Date(now - ((at * 37) % 500) * 60_000).toISOString();
      const health = { ...calmPlayer.health(), verdict, sentence: verbatim(sentences[verdict]), since };
      const lastSuccessAt = new Date(now - (verdict === 'attention' ? 4 : 0) * 3600_000).toISOString();
      const status = { ...calmStatus, sync: { ...calmStatus.sync, lastSuccessAt } };
      const text = stateText(stateOf(health, status, now, null, { cannot: {}, already: [] }));
      operator.publish(`vitrine/v1/chain/shop-${at}/state`, text, { qos: 0, retain: true });
    }
    await operator.publishAsync('vitrine/v1/chain/last', 'x', { qos: 1 });
  };
  const mixed = (at: number): Verdict => (at % 50 === 0 ? 'dark' : at % 20 === 0 ? 'attention' : 'well');
  const counts = (verdictOf: (at: number) => Verdict) => {
    const all = Array.from({ length: count }, (_, at) => verdictOf(at));
    return {
      all: count,
      dark: all.filter((one) => one === 'dark').length,
      attention: all.filter((one) => one === 'attention').length,
    };
  };
  for (let at = 0; at < count; at++) {
    const about = JSON.stringify({ version: '1.2.3', groups: [at % 2 ? 'north' : 'south'], screens: ['1'] });
    operator.publish(`vitrine/v1/chain/shop-${at}/about`, about, { qos: 0, retain: true });
    operator.publish(`vitrine/v1/chain/shop-${at}/online`, `${at % 40 !== 7}`, { qos: 0, retain: true });
  }
  await tell(mixed);

  const web = await servedPage();
  const browser = await openHeadless();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  /** Memory of all renderer processes; this is the only page. */
  const tabMiB = async (): Promise<number> => {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
      processInfo: readonly { readonly type: string; readonly id: number }[];
    };
    await session.detach();
    const held = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]));
    return Math.round(held.reduce((sum, each) => sum + each, 0) / 1024);
  };
  const areRight = (wanted: ReturnType<typeof counts>): Promise<unknown> =>
    page.waitForFunction(
      ({ all, dark, attention }) =>
        document.querySelectorAll('.tile').length === all &&
        document.querySelectorAll('.tile.dark').length === dark &&
        document.querySelectorAll('.tile.attention').length === attention,
      wanted,
    );
  await page.goto(web.address);
  await page.waitForSelector('#login button');
  const emptyMiB = await tabMiB();
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  );
  const fields = {
    url: `ws://127.0.0.1:${broker.websocketPort}`,
    fleet: 'chain',
    user: 'operator',
    password: 'op',
  };
  for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value);
  const from = performance.now();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.tile');
  const firstTile = seconds(from);
  await areRight(counts(mixed));
  const allTiles = seconds(from);
  const memory = { emptyMiB, withAllMiB: await tabMiB() };

  const looks: string[] = [];
  const look = async (name: string): Promise<void> => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280, 1920]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) });
        looks.push(`${name}-${colorScheme}-${width}`);
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await look('all');

  // All of them change at once.
  const turned = (at: number): Verdict => (at % 30 === 0 ? 'dark' : at % 3 === 0 ? 'attention' : 'well');
  const changedFrom = performance.now();
  await tell(turned);
  await areRight(counts(turned));
  const allChanged = seconds(changedFrom);

  // A real link answers.
  const device = `shop-${count - 1}`;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fleet-page-'));
  const settings = JSON.stringify({ credentialsFile: await broker.credentials('operator', 'op') });
  const answering = spawn(process.execPath, [script, broker.url, device, folder, settings, '1']);
  await operator.subscribeAsync(`vitrine/v1/chain/${device}/session`);
  let isThere = false;
  operator.on('message', () => {
    isThere = true;
  });
  await until('the link is there', () => isThere);
  const filterFrom = performance.now();
  await page.keyboard.press('/');
  await page.keyboard.type(device);
  await page.waitForFunction(() => document.querySelectorAll('.tile').length === 1);
  const filter = seconds(filterFrom);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#details[open]');
  await page.locator('#primary').focus();
  const askedFrom = performance.now();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#answer .notice.well') !== null);
  const command = seconds(askedFrom);
  await look('one');
  const later = await tabMiB();

  await browser.close();
  web.close();
  answering.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  await operator.endAsync(true);
  await broker.remove();
  return {
    players: count,
    firstPaintMs: firstPaintMs === null ? null : Math.round(firstPaintMs),
    secondsFromLogin: { firstTile, allTiles },
    secondsUntilAllHaveChanged: allChanged,
    secondsByKeyboard: { filter, command },
    memoryOfTheTab: { ...memory, atTheEndMiB: later },
    looks,
  };
}
