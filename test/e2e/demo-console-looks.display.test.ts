/** @module-tag long */
import decode from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { violationsInLightAndDark } from './support/axe.ts';
import { onConsole } from './support/console.ts';

describe.each([
  ['a laptop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const)('the console on %s', (_, viewport) => {
  const open = onConsole({ viewport }, { seed: 'zones' });

  test('passes axe in light and dark, also with an open entry', async () => {
    expect(await violationsInLightAndDark(open.page)).toEqual([]);
    await open.row(6).getByRole('button', { name: 'Edit' }).click();
    await open.page.waitForSelector('.editor');
    expect(await violationsInLightAndDark(open.page)).toEqual([]);
  });

  test('cuts no text, and is no wider than its window', async () => {
    const cut = await open.page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.what > *, .media b, .media small, .playlists span, .chip, h2, code, .upload span, .zone-line span',
        ),
      ]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
        .map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    // The box that shows how to connect a player contains its whole text and code.
    const sticksOut = await open.page.evaluate(() => {
      const edge = document.querySelector('.connect')?.getBoundingClientRect().right ?? 0;
      return [...document.querySelectorAll('.connect *')]
        .filter((one) => one.getBoundingClientRect().right > edge)
        .map(({ tagName, className }) => `${tagName} ${className}`);
    });
    expect(sticksOut).toEqual([]);
    expect(await open.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  test('a camera reads address and token of this CMS, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await open.page.emulateMedia({ colorScheme });
      const code = open.page.locator('.phone-setup img');
      await code.scrollIntoViewIfNeeded();
      const png = (await code.screenshot()).toString('base64');
      const picture = await open.page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
        return { width: canvas.width, height: canvas.height, data: [...(pixels?.data ?? [])] };
      }, png);
      const text = decode({ ...picture, data: Uint8Array.from(picture.data) });
      expect(text).toBe(`${open.cms.baseUrl}\n${open.cms.token}`);
    }
  });
});
