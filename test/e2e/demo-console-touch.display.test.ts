/** @module-tag long */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type OpenConsole, onConsole, until } from './support/console.ts';

// The console by touch: on a phone, and on a tablet as wide as a desktop window.

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

interface Point {
  readonly x: number;
  readonly y: number;
}

async function centre(of: Locator): Promise<Point> {
  const box = (await of.boundingBox()) ?? expect.fail('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A touch, as the browser gets it from a touch screen. */
async function putDown({ page }: OpenConsole, from: Point) {
  const screen = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  let at = from;
  return {
    async moveTo(next: Point): Promise<void> {
      const steps = 8;
      const [x, y] = [(next.x - at.x) / steps, (next.y - at.y) / steps];
      for (let step = 1; step <= steps; step++)
        await send('touchMove', [{ x: at.x + x * step, y: at.y + y * step }]);
      at = next;
    },
    lift: () => send('touchEnd', []),
  };
}

async function swipe(open: OpenConsole, from: Point, ...path: readonly Point[]): Promise<void> {
  const finger = await putDown(open, from);
  for (const next of path) await finger.moveTo(next);
  await finger.lift();
}

/** Controls that are smaller than a fingertip. */
function tooSmall({ page }: OpenConsole): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = 'button, select, input, label:has(input), .grip';
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((one) => {
      // A control in a label is pressed through the label.
      if (one.matches('label input') && !one.matches('.field input')) return [];
      const { width, height } = one.getBoundingClientRect();
      if (width === 0 || (width >= 44 && height >= 44)) return [];
      return [`${one.tagName} ${one.className} ${one.ariaLabel}: ${width} × ${height}`];
    });
  });
}

describe('on a phone', () => {
  const open = onConsole({ ...touch, viewport: { width: 390, height: 844 } });
  const { entries, ids, row, shown } = open;

  test('every button is as large as a fingertip, and nothing overflows', async () => {
    await row(6).getByRole('button', { name: 'Edit' }).tap();
    await row(6).locator('.editor').waitFor();
    expect(await tooSmall(open)).toEqual([]);
    await open.page.getByRole('button', { name: 'Delete Flat white' }).tap();
    await open.page.getByRole('dialog').waitFor();
    expect(await tooSmall(open)).toEqual([]);
    await open.page.getByRole('button', { name: 'Keep it' }).tap();
    expect(await open.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('the delete button is visible, and reacts to a tap', async () => {
    const remove = open.page.getByRole('button', { name: 'Delete Northern lights' });
    await remove.scrollIntoViewIfNeeded();
    const { x, y } = await centre(remove);
    const hit = await open.page.evaluate(
      ([x, y]) => {
        const button = document.elementFromPoint(x ?? 0, y ?? 0)?.closest('button');
        return [button?.ariaLabel, button && getComputedStyle(button).opacity];
      },
      [x, y],
    );
    expect(hit).toEqual(['Delete Northern lights', '1']);
    await remove.tap();
    await open.page.getByRole('button', { name: 'Delete it' }).tap();
    await until(() => entries().length === 7);
    await open.page.getByRole('button', { name: 'Undo' }).tap();
    await until(() => entries().length === 8);
  });

  test('an entry is dragged by its grip, and touching beside it scrolls', async () => {
    const [a, b, c] = ids();
    const grip = await centre(row(0).locator('.grip'));
    const third = await centre(row(2));
    await swipe(open, grip, { x: grip.x + 60, y: third.y - 10 });
    await until(() => ids()[0] === b);
    expect((await shown()).slice(0, 3)).toEqual([b, a, c]);

    const beside = await centre(row(3).locator('.thumbnail'));
    await swipe(open, beside, { x: beside.x, y: beside.y - 300 });
    await expect.poll(() => open.page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(ids().slice(0, 3)).toEqual([b, a, c]);
  });

  test('a dragged entry scrolls the page at its edge, and returns when dropped beside the list', async () => {
    const before = ids();
    const finger = await putDown(open, await centre(row(0).locator('.grip')));
    await finger.moveTo({ x: 200, y: 830 });
    await expect.poll(() => open.page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await finger.moveTo({ x: 200, y: 5 });
    await expect.poll(() => open.page.evaluate(() => window.scrollY)).toBe(0);
    await finger.lift();
    expect(await shown()).toEqual(before);
    expect(await open.page.locator('.ghost, .dragged, .drop-before').count()).toBe(0);
  });
});

describe('on a tablet', () => {
  const open = onConsole({ ...touch, viewport: { width: 1280, height: 800 } });
  const { entries, row, shown } = open;

  test('a tile is dragged sideways to its position, scrolls vertically, and a tap adds it at the end', async () => {
    const tile = open.page.getByRole('button', { name: 'Add Town board to the playlist' });
    const from = await centre(tile);
    const first = await centre(row(0));
    await swipe(open, from, { x: from.x - 200, y: from.y }, { x: first.x, y: first.y - 20 });
    await until(() => entries().length === 9);
    const board = [...open.cms.content.mediaFiles.values()].find(({ name }) => name === 'Town board');
    expect(entries()[0]?.media_file_id).toBe(board?.id);
    await shown();

    await swipe(open, from, { x: from.x, y: from.y - 120 });
    await expect
      .poll(() => open.page.evaluate(() => document.getElementById('library')?.scrollTop))
      .toBeGreaterThan(20);
    expect(entries()).toHaveLength(9);
    // The list keeps gliding, and a tap that stops it selects nothing.
    await open.page.evaluate(async () => {
      const library = document.getElementById('library');
      for (let before = -1; library && library.scrollTop !== before; ) {
        before = library.scrollTop;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    await tile.tap();
    await until(() => entries().length === 10);
    expect(entries()[9]?.media_file_id).toBe(board?.id);
  });
});
