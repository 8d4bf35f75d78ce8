import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { stateOf, stateText } from '../../../src/main/fleet/state.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import { type Message, message, readable } from '../../../src/shared/languages/message.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { calmStatus } from '../../../test/fleet/fake-player.ts';
import { servedPage } from '../../../test/fleet/served.ts';
import { calmHealth } from '../../../test/support/health.ts';
import type { Gallery, GalleryState } from './state.ts';

interface FakePlayer {
  readonly name: string;
  readonly verdict?: 'well' | 'attention' | 'dark';
  readonly reasons?: readonly { readonly code: string; readonly sentence: Message }[];
  readonly isOffline?: boolean;
  readonly isOff?: boolean;
  readonly failing?: readonly { readonly name: string; readonly detail: Message }[];
}

const failing = [
  { name: 'Summer film.mp4', detail: message('media-unsupported.extension', { extension: '.mp4' }) },
  { name: 'Prices of the week.pdf', detail: message('media-unsupported.folder') },
];
const unplayable = message('health.unplayable.more', { name: 'Summer film.mp4', count: 1 });
const shops = [
  ...['Harbour, window left', 'Harbour, window right', 'Market hall', 'Old town', 'Station, platform 1'],
  ...['Station, platform 2', 'Airport', 'Mill lane', 'Theatre', 'Castle street', 'Riverside', 'North gate'],
];
const calm: readonly FakePlayer[] = shops.map((name) => ({ name }));
const troubled: readonly FakePlayer[] = calm.map((player, at) => {
  if (at === 2)
    return {
      ...player,
      verdict: 'dark',
      reasons: [{ code: 'no-display', sentence: message('health.no-display', { screen: '1' }) }],
    };
  if (at === 5)
    return {
      ...player,
      verdict: 'attention',
      reasons: [{ code: 'unplayable', sentence: unplayable }],
      failing,
    };
  if (at === 8) return { ...player, isOffline: true };
  return at === 10 ? { ...player, isOff: true } : player;
});
/** The size of a large chain. */
const many: readonly FakePlayer[] = Array.from({ length: 2_000 }, (_, at) => ({
  ...(troubled[at % 100] ?? { name: shops[at % shops.length] ?? '' }),
  name: `${shops[at % shops.length]} ${at}`,
}));
const fleets: Readonly<Record<string, readonly FakePlayer[]>> = {
  empty: [],
  one: calm.slice(0, 1),
  chain: troubled,
  well: calm,
  large: many,
};
const pictures = ['hills', 'harbour', 'tower', 'coffee', 'hours'].map((name) =>
  readFileSync(new URL(`../../../src/demo/media/${name}.thumb.jpg`, import.meta.url)),
);
const rollout = {
  version: '2.0.0',
  state: 'stopped',
  step: 2,
  steps: 5,
  counts: { asked: 83, kept: 74, failed: 6, trying: 0, waiting: 3, away: 0, cannot: 0 },
  sentence: message('rollout.stopped.by-hand'),
};

/** What the menu for all players opens, by the key of its item. */
const opens = {
  confirm: 'display-off',
  message: 'message',
  setting: 'setting',
  hours: 'setting',
  rollout: 'rollout',
} as const;
type View = 'login' | 'wall' | 'menu' | 'many' | 'details' | 'files' | keyof typeof opens;
const views: readonly (readonly [fleet: string, view: View])[] = [
  ['empty', 'login'],
  ['empty', 'wall'],
  ['one', 'wall'],
  ['well', 'wall'],
  ['chain', 'wall'],
  ['chain', 'details'],
  ['chain', 'files'],
  ['chain', 'menu'],
  ['chain', 'many'],
  ['chain', 'confirm'],
  ['chain', 'message'],
  ['chain', 'setting'],
  ['chain', 'hours'],
  ['chain', 'rollout'],
  ['large', 'wall'],
];

/** The fleet page with players in every state, at its own broker, in all languages. The players answer with pictures. */
export async function fleetPage(): Promise<Gallery> {
  const broker = await mosquittoUntilRemoved({ websocket: true, lines: ['max_queued_messages 0'] });
  const operator = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
  for (const [fleet, players] of Object.entries(fleets))
    for (const [at, player] of players.entries()) publish(operator, fleet, `shop-${at + 1}`, player, at);
  const running = { ...rollout, state: 'running', sentence: message('rollout.next', { step: 3, steps: 5 }) };
  for (const [topic, value] of [
    ['chain/$rollout/progress', rollout],
    ['well/$rollout/progress', running],
    ['well/$rollout/plan', { ...running, id: 'rollout-1' }],
  ] as const)
    await operator.publishAsync(`vitrine/v1/${topic}`, JSON.stringify(readable(value)), {
      qos: 1,
      retain: true,
    });
  operator.on('message', (topic) => {
    const [, , fleet, device = ''] = topic.split('/');
    const picture = pictures[Number(device.split('-')[1]) % pictures.length] ?? '';
    operator.publish(`vitrine/v1/${fleet}/${device}/picture`, picture, {
      properties: { userProperties: { screenId: '1' } },
    });
  });
  await operator.subscribeAsync('vitrine/v1/+/+/cmd');
  const web = await servedPage();
  const state = (language: Language, fleet: string, view: View): GalleryState => ({
    name: `${fleet}-${view}-${language}`,
    open: async (page) => {
      await page.goto(`${web.address}?lang=${language}`);
      await page.waitForSelector('#login');
      await page.fill('#url', `ws://127.0.0.1:${broker.websocketPort}`);
      await page.fill('#fleet', fleet);
      if (view === 'login') return;
      await page.locator('#login button').click();
      await opened(page, view, fleets[fleet]?.length ?? 0);
    },
  });
  return {
    states: languages.flatMap((language) => views.map(([fleet, view]) => state(language, fleet, view))),
    close: async () => {
      web.close();
      await operator.endAsync();
      await broker.remove();
    },
  };
}

function publish(
  client: mqtt.MqttClient,
  fleet: string,
  device: string,
  player: FakePlayer,
  at: number,
): void {
  const { name, verdict = 'well', reasons = [], isOffline = false, isOff = false } = player;
  const now = Date.now();
  const since = new Date(now - (3 + at) * 3600_000).toISOString();
  const seen = verdict === 'dark' ? ('no-display' as const) : ('painting' as const);
  const health = {
    ...calmHealth,
    verdict,
    sentence: reasons[0]?.sentence ?? message(isOff ? 'health.off' : 'health.well'),
    since,
    reasons: reasons.map(
      (reason) => ({ ...reason, verdict: 'attention', screenId: verdict === 'dark' ? '1' : null }) as never,
    ),
    screens: [{ id: '1', wanted: isOff ? ('off' as const) : ('on' as const), seen, since, why: null }],
  };
  const { edition } = calmStatus;
  const status = {
    ...calmStatus,
    name,
    sync: { ...calmStatus.sync, lastSuccessAt: new Date(now - 60_000).toISOString() },
    edition: edition && {
      ...edition,
      unplayable: (player.failing ?? []).map(
        (file) => ({ ...file, mediaFileId: '1', reason: 'unsupported' }) as never,
      ),
    },
  };
  const buttons = {
    cannot: { rollback: message('no-previous-edition') },
    already: [
      'display-on',
      'display-auto',
      'sync-resume',
      'update-resume',
      'overlay-off',
      'interrupt-cancel',
      'safe-mode-off',
      'alert-test',
    ],
  };
  const topic = (last: string): string => `vitrine/v1/${fleet}/${device}/${last}`;
  const retain = { qos: 0, retain: true } as const;
  const state = stateText(stateOf(health, status, now - (isOffline ? 40 * 60_000 : 0), null, buttons));
  client.publish(topic('state'), state, retain);
  const about = { version: '1.2.3', groups: [at % 2 === 0 ? 'north' : 'south'], screens: ['1'] };
  client.publish(topic('about'), JSON.stringify(about), retain);
  client.publish(topic('online'), String(!isOffline), retain);
}

async function opened(page: Page, view: View, count: number): Promise<void> {
  if (count === 0) await page.waitForSelector('#headline .soft');
  await page.waitForFunction((all) => document.querySelectorAll('.tile').length === all, count);
  // Pictures are requested only for visible tiles.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  if (count <= 12) await page.setViewportSize({ width, height: 4_000 });
  if (count > 0) await page.waitForSelector('.tile .is-there');
  await page.waitForTimeout(1_000);
  await page.setViewportSize({ width, height });
  if (view === 'details') await page.locator('.tile').first().click();
  if (view === 'files' || view === 'menu') await page.locator('.tile.attention').first().click();
  if (view === 'menu') await page.locator('#more').click();
  if (view !== 'many' && !(view in opens)) return;
  await page.locator('#ask-many').click();
  if (view === 'many') return;
  await page.locator(`[data-key="${opens[view as keyof typeof opens]}"]`).click();
  if (view === 'setting') await page.selectOption('#which-setting', 'screen.volume');
}
