import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { adminApp } from '../../../src/main/admin/app.ts';
import type { Language } from '../../../src/shared/languages/language.ts';
import { readable } from '../../../src/shared/languages/message.ts';
import { type Scene, sceneLog, sceneNow, scenes } from '../../../test/support/page-scenes.ts';
import type { Gallery, GalleryState } from './state.ts';

const here = { mayAct: true, canLogIn: true };
const away = { mayAct: false, canLogIn: true };

/** The player is gone. */
async function silent(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('body.stale').waitFor();
  await page.context().setOffline(false);
}

/** Confirmation before the show is interrupted. */
async function ending(page: Page): Promise<void> {
  await page.locator('button.danger').first().click();
  await page.locator('dialog').waitFor();
}

/** Every state of the status page. */
export async function statusPage(): Promise<Gallery> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-gallery-'));
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'logs', 'vitrine.log'), `${sceneLog}\n`);
  const closing: (() => void)[] = [() => rmSync(dataDir, { recursive: true })];
  const addresses = new Map<Scene, string>();
  for (const scene of Object.keys(scenes) as Scene[]) {
    const answer = getRequestListener(adminApp(scenes[scene], 'web', { dataDir }).fetch);
    const server = createServer((request, response) => {
      // The page believes the player's clock, and that of a scene stands still.
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

  interface More {
    readonly language?: Language;
    readonly session?: { readonly mayAct: boolean; readonly canLogIn: boolean };
    /** What is there when there is something to be seen. */
    readonly seen?: string;
  }
  const state = (
    scene: Scene,
    view: string,
    then?: (page: Page) => Promise<void>,
    { language = 'en', session, seen = '.view .card, .view .notice' }: More = {},
  ): GalleryState => ({
    name: [
      ...[scene, view.replaceAll('/', '-')],
      ...(then ? ['open'] : []),
      ...(session ? [session.mayAct ? 'acts' : 'login'] : []),
      ...(language === 'en' ? [] : [language]),
    ].join('-'),
    open: async (page) => {
      // The browser's own language would beat a header that is only added.
      await page.route('**/', (route) =>
        route.continue({ headers: { ...route.request().headers(), 'accept-language': language } }),
      );
      if (session) await page.route('**/api/session', (route) => route.fulfill({ json: session }));
      if (session?.mayAct) {
        const offers = scenes[scene].actions.offers(await scenes[scene].status());
        await page.route('**/api/actions', (route) => route.fulfill({ json: readable(offers) }));
      }
      await page.clock.setFixedTime(sceneNow);
      await page.goto(`${addresses.get(scene)}#${view}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.locator(seen).first().waitFor();
      // Pictures come in after what is around them.
      await page.evaluate(() =>
        Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      );
      await then?.(page);
    },
  });
  return {
    states: [
      ...(['calm', 'busy', 'dark', 'off', 'fresh'] as const).map((scene) => state(scene, 'now')),
      state('calm', 'day'),
      state('calm', 'day', async (page) => {
        await page.getByRole('button', { name: 'Coffee of the week' }).click();
      }),
      state('fresh', 'day'),
      state('calm', 'files'),
      state('busy', 'files'),
      state('fresh', 'files'),
      state('calm', 'proof'),
      state('calm', 'proof/30'),
      state('fresh', 'proof'),
      state('calm', 'trouble'),
      state('dark', 'trouble', async (page) => {
        await page.getByRole('button', { name: 'Run diagnostics' }).click();
        await page.getByText('Give another one.').waitFor();
      }),
      state('fresh', 'trouble'),
      state('safe', 'now', undefined, { session: here }),
      ...(['en', 'de'] as const).map((language) =>
        state('fresh', 'now', undefined, { language, session: here, seen: '.actions' }),
      ),
      state('calm', 'now', undefined, { session: away, seen: '.login' }),
      state('calm', 'now', silent),
      ...(['de', 'fr', 'es'] as const).flatMap((language) => [
        state('calm', 'now', undefined, { language, session: away, seen: '.login' }),
        state('safe', 'now', ending, { language, session: here }),
        state('off', 'now', undefined, { language }),
        state('fresh', 'now', undefined, { language }),
        state('fresh', 'day', undefined, { language }),
        state('busy', 'now', undefined, { language, session: here }),
        state(
          'calm',
          'day',
          async (page) => {
            await page.getByRole('button', { name: 'Coffee of the week' }).click();
          },
          { language },
        ),
        state('busy', 'files', undefined, { language }),
        state('calm', 'proof', undefined, { language }),
        state('dark', 'trouble', undefined, { language }),
      ]),
    ],
    close: async () => {
      for (const close of closing) close();
    },
  };
}
