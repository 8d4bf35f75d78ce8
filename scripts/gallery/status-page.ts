import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { adminApp } from '../../src/main/admin/app.ts';
import { type Scene, sceneLog, sceneNow, scenes } from '../../test/support/page-scenes.ts';
import type { Gallery, GalleryState } from './state.ts';

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

  const state = (scene: Scene, view: string, then?: (page: Page) => Promise<void>): GalleryState => ({
    name: [scene, view.replaceAll('/', '-'), ...(then ? ['open'] : [])].join('-'),
    open: async (page) => {
      await page.clock.setFixedTime(sceneNow);
      await page.goto(`${addresses.get(scene)}#${view}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.locator('.view .card, .view .notice').first().waitFor();
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
        await page.getByRole('button', { name: 'Examine' }).click();
        await page.getByText('Give another one.').waitFor();
      }),
      state('fresh', 'trouble'),
    ],
    close: async () => {
      for (const close of closing) close();
    },
  };
}
