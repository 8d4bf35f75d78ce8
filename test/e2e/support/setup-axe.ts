import { expect } from 'vitest';
import { setup } from '../../../lab/prove/gallery/setup.ts';
import { stage } from '../../../lab/prove/gallery/stage.ts';
import { openHeadless } from '../../support/headless.ts';
import { violations, violationsInLightAndDark } from './axe.ts';

/** Where setup is drawn, and what is looked at there. */
const places = {
  phone: { open: setup, viewport: { width: 390, height: 844 }, look: violationsInLightAndDark },
  screen: { open: stage, viewport: { width: 1280, height: 720 }, look: violations },
};

/** axe has nothing against these states of the gallery. */
export async function expectSetupPassesAxe(
  place: keyof typeof places,
  wanted: RegExp,
  count: number,
): Promise<void> {
  const { open, viewport, look } = places[place];
  const gallery = await open();
  const browser = await openHeadless();
  try {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const states = gallery.states.filter(({ name }) => wanted.test(name));
    expect(states.map(({ name }) => name)).toHaveLength(count);
    for (const { name, open: show } of states) {
      const page = await context.newPage();
      await show(page);
      expect(await look(page), name).toEqual([]);
      await page.close();
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}
