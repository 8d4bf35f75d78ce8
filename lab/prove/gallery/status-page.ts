import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { adminApp } from '../../../src/main/admin/app.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import { Configured } from '../../../src/main/engine/configured.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';
import { readable } from '../../../src/shared/languages/message.ts';
import { type Scene, sceneLog, sceneNow, scenes } from '../../../test/support/page-scenes.ts';
import type { Gallery } from './state.ts';

const here = { mayAct: true, canLogIn: true };
const away = { mayAct: false, canLogIn: true };

/** The player is gone. */
async function silent(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('body.stale').waitFor();
  await page.context().setOffline(false);
}

/** Confirmation before an interruption of the show. */
async function ending(page: Page): Promise<void> {
  await page.locator('button.danger').first().click();
  await page.locator('dialog').waitFor();
}

/** An opened row of the played items. */
async function entryOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Coffee of the week' }).click();
}

async function examined(page: Page): Promise<void> {
  await page.locator('.view .card button').first().click();
  await page.getByText('/var/lib/vitrine').waitFor();
}

interface View {
  readonly scene: Scene;
  readonly view: string;
  readonly act?: (page: Page) => Promise<void>;
  readonly session?: { readonly mayAct: boolean; readonly canLogIn: boolean };
  /** The element that marks the end of loading. */
  readonly seen?: string;
}

const sessions = [
  { id: 'a', address: '192.0.2.7', since: sceneNow - 3_600_000, seen: sceneNow, isOwn: true },
  {
    id: 'b',
    address: '2001:db8::8a2e:370:7334',
    since: sceneNow - 86_400_000,
    seen: sceneNow - 60_000,
    isOwn: false,
  },
];

const views: readonly View[] = [
  ...(['calm', 'busy', 'dark', 'off', 'fresh'] as const).map((scene) => ({ scene, view: 'now' })),
  { scene: 'calm', view: 'now', act: silent },
  { scene: 'calm', view: 'now', session: away, seen: '.login' },
  { scene: 'busy', view: 'now', session: here, seen: '.actions' },
  { scene: 'fresh', view: 'now', session: here, seen: '.actions' },
  { scene: 'safe', view: 'now', session: here, seen: '.actions', act: ending },
  { scene: 'calm', view: 'day' },
  { scene: 'calm', view: 'day', act: entryOpen },
  { scene: 'fresh', view: 'day' },
  ...(['calm', 'busy', 'fresh'] as const).map((scene) => ({ scene, view: 'files' })),
  ...(['proof', 'proof/30'] as const).map((view) => ({ scene: 'calm', view }) as const),
  { scene: 'fresh', view: 'proof' },
  { scene: 'calm', view: 'trouble' },
  { scene: 'dark', view: 'trouble', act: examined },
  { scene: 'fresh', view: 'trouble' },
  { scene: 'calm', view: 'settings', seen: '.setting' },
  { scene: 'calm', view: 'settings', session: here, seen: '.setting' },
];

/** Every state of the status page, in all languages. */
export async function statusPage(): Promise<Gallery> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-gallery-'));
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'logs', 'vitrine.log'), `${sceneLog}\n`);
  const closing: (() => void)[] = [() => rmSync(dataDir, { recursive: true })];
  const addresses = new Map<Scene, string>();
  for (const scene of Object.keys(scenes) as Scene[]) {
    const answer = getRequestListener(adminApp(scenes[scene], 'web', { dataDir }).fetch);
    const server = createServer((request, response) => {
      // The page trusts the player's clock, which stands still in a scene.
      response.sendDate = false;
      void answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    addresses.set(scene, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
  }

  // The settings of this player: one value from the file, one chosen on the page.
  const chosen = join(dataDir, 'config.json');
  writeFileSync(chosen, JSON.stringify({ screen: { rotation: 90 } }), { mode: 0o600 });
  const sources = { file: chosen, env: { VITRINE_DATA_DIR: dataDir } };
  const settings = new Configured({
    sources,
    config: loadConfig(sources),
    clock: { ...systemClock, now: () => sceneNow },
    log: createLog(() => undefined),
    pageReach: { use: () => undefined },
    hasMistake: false,
    engine: { reopen: async () => undefined },
    later: () => ({ displays: { configured: () => undefined }, fleet: { join: () => undefined } }),
  });
  const hours = { 'mon-fri': '07:00-20:00', sat: '08:00-13:00', '2026-12-24': '08:00-12:00' };
  await settings.change('screen.hours', { value: hours }, { kind: 'page', address: '192.0.2.7' });
  const report = readable(settings.report());

  const state = (
    language: Language,
    { scene, view, session, seen = '.view .card, .view .notice', ...more }: View,
  ) => ({
    name: [
      ...[scene, view.replaceAll('/', '-')],
      ...(more.act ? ['open'] : []),
      ...(session ? [session.mayAct ? 'acts' : 'login'] : []),
      language,
    ].join('-'),
    open: async (page: Page) => {
      // The browser's own language would override an added header.
      await page.route('**/', (route) =>
        route.continue({ headers: { ...route.request().headers(), 'accept-language': language } }),
      );
      if (session)
        await page.route('**/api/session', (route) =>
          route.fulfill({ json: { name: 'Window 1', ...session } }),
        );
      await page.route('**/api/settings', (route) => route.fulfill({ json: report }));
      await page.route('**/api/sessions', (route) => route.fulfill({ json: sessions }));
      if (session?.mayAct) {
        const offers = scenes[scene].actions.offers(await scenes[scene].status());
        await page.route('**/api/actions', (route) => route.fulfill({ json: readable(offers) }));
      }
      await page.clock.setFixedTime(sceneNow);
      await page.goto(`${addresses.get(scene)}#${view}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.locator(seen).first().waitFor();
      // Pictures arrive after the elements around them.
      await page.evaluate(() =>
        Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      );
      await more.act?.(page);
    },
  });
  return {
    states: languages.flatMap((language) => views.map((view) => state(language, view))),
    close: async () => {
      for (const close of closing) close();
    },
  };
}
