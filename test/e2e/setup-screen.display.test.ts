/** @module-tag long */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stage } from '../../lab/prove/gallery/stage.ts';
import type { Gallery } from '../../lab/prove/gallery/state.ts';
import { openHeadless } from '../support/headless.ts';

// The setup screen with its longest texts, as the stage draws it.

let browser: Browser;
let gallery: Gallery;

beforeAll(async () => {
  browser = await openHeadless();
  gallery = await stage();
});
afterAll(async () => {
  await browser?.close();
  await gallery?.close();
});

/** Texts of the screen that overlap each other or the code, or leave the screen. Boxes as they are visible, also when turned. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('.name, h1, .line, .code, .steps li, .fact, .state')].map(
      (part) => ({ name: part.textContent || 'the code', box: part.getBoundingClientRect() }),
    );
    const outside = parts.filter(
      ({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight,
    );
    const overlapping = parts.flatMap(({ name, box }, index) =>
      parts
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        .map((other) => `${name} / ${other.name}`),
    );
    return [...outside.map(({ name }) => `outside: ${name}`), ...overlapping];
  });

test.each([
  [1280, 720],
  [1024, 768],
] as const)('a refused file on a stick hides nothing on a setup screen of %i × %i, upright and turned', async (width, height) => {
  const page = await browser.newPage({ viewport: { width, height } });
  const states = gallery.states.filter(({ name }) => name.startsWith('setup-stick'));
  expect(states).toHaveLength(8);
  for (const { name, open } of states) {
    await open(page);
    expect(await page.locator('.line').last().innerText(), name).toContain('update.folder');
    expect(await collisions(page), name).toEqual([]);
  }
});
