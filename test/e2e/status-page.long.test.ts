import { expect, test } from 'vitest';
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
