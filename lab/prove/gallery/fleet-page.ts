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

const players: Readonly<Record<string, { verdict: 'well' | 'attention' | 'dark'; sentence: Message }>> = {
  'window-left': { verdict: 'dark', sentence: message('health.no-display', { screen: '1' }) },
  'window-right': { verdict: 'attention', sentence: message('health.disk-low') },
  'back-room': { verdict: 'well', sentence: message('health.off') },
  till: { verdict: 'well', sentence: message('health.well') },
};
const counts = { asked: 83, kept: 74, failed: 6, trying: 0, waiting: 3, away: 0, cannot: 0 };
const views = ['login', 'tiles', 'details', 'command'] as const;

/** The fleet page with players in every state, at a broker of its own, in all languages. */
export async function fleetPage(): Promise<Gallery> {
  const broker = await mosquittoUntilRemoved({ websocket: true });
  const operator = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
  const publish = (topic: string, value: unknown) =>
    operator.publishAsync(
      `vitrine/v1/chain/${topic}`,
      typeof value === 'string' ? value : JSON.stringify(value),
      {
        qos: 1,
        retain: true,
      },
    );
  const now = Date.now();
  for (const [name, { verdict, sentence }] of Object.entries(players)) {
    const health = { ...calmHealth, verdict, sentence, since: new Date(now - 3 * 3600_000).toISOString() };
    const buttons = { cannot: { rollback: message('no-previous-edition') }, already: [] };
    await publish(`${name}/state`, stateText(stateOf(health, calmStatus, now, null, buttons)));
    await publish(`${name}/about`, { version: '1.2.3', groups: ['north'], screens: ['1'] });
    await publish(`${name}/online`, name !== 'till');
  }
  const sentence = message('rollout.stopped.by-hand');
  const rollout = { version: '2.0.0', state: 'stopped', step: 2, steps: 5, counts, sentence };
  await publish('$rollout/progress', readable(rollout));
  const web = await servedPage();
  const state = (language: Language, view: (typeof views)[number]): GalleryState => ({
    name: `${view}-${language}`,
    open: async (page) => {
      await page.addInitScript((wanted) => {
        Object.defineProperty(navigator, 'languages', { get: () => [wanted] });
      }, language);
      await page.goto(web.address);
      await page.waitForSelector('#login button:enabled');
      await page.fill('#url', `ws://127.0.0.1:${broker.websocketPort}`);
      await page.fill('#fleet', 'chain');
      if (view === 'login') return;
      await page.locator('#login button').click();
      await opened(page, view);
    },
  });
  return {
    states: languages.flatMap((language) => views.map((view) => state(language, view))),
    close: async () => {
      web.close();
      await operator.endAsync();
      await broker.remove();
    },
  };
}

async function opened(page: Page, view: 'tiles' | 'details' | 'command'): Promise<void> {
  await page.waitForSelector('.tile.dark');
  await page.waitForFunction(
    (count) => document.querySelectorAll('.tile').length === count,
    Object.keys(players).length,
  );
  await page.waitForSelector('#rollout:not([hidden])');
  if (view === 'details') await page.locator('.tile').first().click();
  if (view === 'command') await page.locator('#ask-many').click();
}
