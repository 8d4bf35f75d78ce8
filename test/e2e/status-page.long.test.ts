/** @module-tag long */
import { expect, test } from 'vitest';
import { readable } from '../../src/shared/languages/message.ts';
import { scenes } from '../support/page-scenes.ts';
import { violationsInLightAndDark } from './support/axe.ts';
import { faultsOf } from './support/sight.ts';
import { forStatusPages, goTo, look, open, views } from './support/status-page.ts';

forStatusPages();

test.each([
  'calm',
  'busy',
  'fresh',
] as const)('every view passes axe in light and dark: %s', async (scene) => {
  for (const view of views) expect(await violationsInLightAndDark(await look(scene, view)), view).toEqual([]);
});

test.each([
  ['fr', 1280],
  ['es', 1280],
] as const)('the page in %s, %i pixels wide, has no text that is foreign, cut or broken', async (locale, width) => {
  const page = await open(scenes.busy, 'now', { locale, width });
  for (const view of views) {
    await goTo(page, view);
    expect(await faultsOf(page, locale), view).toEqual([]);
  }
});

test('every dialog that confirms an action passes axe in light and dark', async () => {
  const names = new Set<string>();
  for (const scene of ['busy', 'fresh', 'safe'] as const) {
    const page = await open(scenes[scene], 'now');
    const offers = scenes[scene].actions.offers(await scenes[scene].status());
    const session = { name: 'Window 1', mayAct: true, canLogIn: true };
    await page.route('**/api/session', (route) => route.fulfill({ json: session }));
    await page.route('**/api/actions', (route) => route.fulfill({ json: readable(offers) }));
    await page.reload();
    const buttons = page.locator('.actions button.danger:enabled');
    await buttons.first().waitFor();
    for (let at = 0; at < (await buttons.count()); at++) {
      const name = await buttons.nth(at).innerText();
      if (names.has(name)) continue;
      names.add(name);
      await buttons.nth(at).click();
      await page.locator('dialog[open]').waitFor();
      expect(await violationsInLightAndDark(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
  }
  expect(names.size, [...names].join()).toBeGreaterThanOrEqual(8);
});
