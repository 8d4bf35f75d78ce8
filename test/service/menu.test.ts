import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { mainFileSystem } from '../../src/main/ground/main-fs.ts';
import { PinAttempts } from '../../src/main/service/attempts.ts';
import { cornerOf } from '../../src/main/service/corner.ts';
import { ServiceMenu } from '../../src/main/service/menu.ts';
import { panelPoint } from '../../src/main/service/panel.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import { languages } from '../../src/shared/languages/language.ts';
import { message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

let clock: ManualClock;
let done: string[];
beforeEach(() => {
  clock = new ManualClock();
  done = [];
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-service-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

const kept = (dataDir: string) => new PinAttempts(dataDir, { clock, fs: mainFileSystem });

function menuWith(
  pin: string | null,
  attempts = kept(folder()),
  language: (typeof languages)[number] = 'en',
): ServiceMenu {
  return new ServiceMenu({
    words: wordsOf(language),
    rotation: 0,
    pin,
    attempts,
    lines: ['Player: Lobby'],
    offers: [
      { label: 'Off', ask: 'Sure?', run: async () => void done.push('off') },
      { label: 'On', ask: null, run: async () => void done.push('on') },
      {
        label: 'Broken',
        ask: null,
        run: async () => {
          throw new VitrineError('temporary', message('setup-again-not.off'));
        },
      },
    ],
    changed: () => done.push('changed'),
    closed: () => done.push('closed'),
  });
}

/** Touches the middle of the button with that label. */
function touch(menu: ServiceMenu, label: string): void {
  const button = menu.shown.buttons.find((one) => one.label === label);
  if (button === undefined) throw new Error(`There is no button ${label}`);
  const [left, top, width, height] = button.box;
  menu.touch([left + width / 2, top + height / 2]);
}

function typePin(menu: ServiceMenu, pin: string): void {
  for (const digit of pin) touch(menu, digit);
  touch(menu, 'OK');
}

const isOpen = (menu: ServiceMenu): boolean => menu.shown.digits === null;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a menu behind a PIN', () => {
  test('opens for the right one, and shows nothing of the player before', () => {
    const menu = menuWith('4711');
    expect(JSON.stringify(menu.shown)).not.toContain('Lobby');
    typePin(menu, '4712');
    expect([isOpen(menu), menu.shown.notice]).toEqual([false, 'Wrong PIN.']);
    typePin(menu, '4711');
    expect([isOpen(menu), menu.shown.lines]).toEqual([true, ['Player: Lobby']]);
  });

  test('never shows what was typed', () => {
    const menu = menuWith('4711');
    for (const digit of '4711') touch(menu, digit);
    expect(menu.shown.digits).toBe(4);
    const { buttons: _, ...rest } = menu.shown;
    expect(JSON.stringify(rest)).not.toContain('4711');
  });

  test('takes digits, Backspace and Enter of a keyboard', () => {
    const menu = menuWith('4711');
    for (const text of '47119') menu.key({ text });
    menu.key({ text: 'x' });
    menu.key({ name: 'Backspace' });
    menu.key({ name: 'Enter' });
    expect(isOpen(menu)).toBe(true);
  });

  test('waits longer after each wrong PIN from the fifth on, also for the right one', async () => {
    const menu = menuWith('4711');
    for (let count = 0; count < 4; count++) typePin(menu, '0000');
    expect(menu.shown.notice).toBe('Wrong PIN.');
    typePin(menu, '0000');
    typePin(menu, '4711');
    expect([isOpen(menu), menu.shown.notice]).toEqual([false, 'Too many wrong PINs: try again in 1 minute.']);
    await clock.advance(60_000);
    typePin(menu, '0000');
    typePin(menu, '4711');
    expect(menu.shown.notice).toBe('Too many wrong PINs: try again in 2 minutes.');
    await clock.advance(120_000);
    typePin(menu, '4711');
    expect(isOpen(menu)).toBe(true);
  });

  test('is closed by Cancel and by Escape', () => {
    touch(menuWith('4711'), 'Cancel');
    menuWith('4711').key({ name: 'Escape' });
    expect(done).toEqual(['closed', 'closed']);
  });
});

describe('wrong PINs', () => {
  test('are remembered over a restart, which begins the wait anew', async () => {
    const dataDir = folder();
    const attempts = kept(dataDir);
    for (let count = 0; count < 6; count++) attempts.wrong();
    await attempts.settled();
    await clock.advance(119_000);
    expect(attempts.waitMs).toBe(1_000);
    expect(kept(dataDir).waitMs).toBe(120_000);
    attempts.right();
    await attempts.settled();
    expect(kept(dataDir).waitMs).toBe(0);
  });

  test('wait for an hour at most', () => {
    const attempts = kept(folder());
    for (let count = 0; count < 2_000; count++) attempts.wrong();
    expect(attempts.waitMs).toBe(3_600_000);
  });
});

describe('an open menu', () => {
  test('asks before what is dark, and does it', async () => {
    const menu = menuWith(null);
    touch(menu, 'Off');
    expect([menu.shown.title, menu.shown.lines]).toEqual(['Off', ['Sure?']]);
    expect(done).not.toContain('off');
    touch(menu, 'Continue');
    await settled();
    expect(done).toEqual(['changed', 'changed', 'off', 'closed']);
  });

  test('goes back from a question by Cancel', () => {
    const menu = menuWith(null);
    touch(menu, 'Off');
    touch(menu, 'Cancel');
    expect(menu.shown.title).toBe('Service menu');
    expect(done).not.toContain('closed');
  });

  test('says why something does not work, and stays', async () => {
    const menu = menuWith(null);
    touch(menu, 'Broken');
    expect(menu.shown.buttons).toEqual([]);
    await settled();
    expect(menu.shown.notice).toBe(wordsOf('en').message(message('setup-again-not.off')));
    expect(menu.shown.buttons).toHaveLength(4);
    expect(done).not.toContain('closed');
  });

  test('is used by arrows and Enter', async () => {
    const menu = menuWith(null);
    menu.key({ name: 'Down' });
    menu.key({ name: 'Enter' });
    await settled();
    expect(done).toContain('on');
  });

  test('ignores touches beside its buttons', () => {
    const menu = menuWith(null);
    for (const point of [
      [5, 5],
      [500, 20],
      [-100, 500],
      [2_000, 2_000],
    ] as const)
      menu.touch(point);
    expect(done).toEqual([]);
  });
});

test.each(languages)('all buttons in %s lie apart within the panel', (language) => {
  for (const menu of [menuWith('1234', undefined, language), menuWith(null, undefined, language)]) {
    const boxes = menu.shown.buttons.map(({ box }) => box);
    for (const [index, [left, top, width, height]] of boxes.entries()) {
      expect(left >= 0 && top >= 0 && left + width <= 1000 && top + height <= 1000).toBe(true);
      expect(height).toBeGreaterThan(90);
      for (const [otherLeft, otherTop, otherWidth, otherHeight] of boxes.slice(index + 1))
        expect(
          left + width <= otherLeft ||
            otherLeft + otherWidth <= left ||
            top + height <= otherTop ||
            otherTop + otherHeight <= top,
        ).toBe(true);
    }
  }
});

describe('a touch', () => {
  const display = { width: 1920, height: 1080 };
  test.each([
    [0, 960, 540, [500, 500]],
    [0, 960 + 496.8, 540 - 496.8, [1000, 0]],
    // Rotated clockwise, the top right corner of the panel is at the bottom right of the display.
    [90, 960 + 496.8, 540 + 496.8, [1000, 0]],
    [180, 960 - 496.8, 540 + 496.8, [1000, 0]],
    [270, 960 - 496.8, 540 - 496.8, [1000, 0]],
  ] as const)('of a display rotated by %d at %d, %d is at its place of the panel', (rotation, x, y, point) => {
    expect(panelPoint(display, rotation, x, y)).toEqual(point);
  });

  test('opens the menu in its corner of each display', () => {
    const second = { left: 1920, top: 0, width: 1080, height: 1920 };
    expect(cornerOf(second, 'bottom-right')).toEqual({ left: 2914, top: 1834, width: 86, height: 86 });
    expect(cornerOf(second, 'top-left')).toEqual({ left: 1920, top: 0, width: 86, height: 86 });
    expect(cornerOf({ left: 0, top: 0, width: 640, height: 360 }, 'top-right')).toEqual({
      left: 580,
      top: 0,
      width: 60,
      height: 60,
    });
  });
});
