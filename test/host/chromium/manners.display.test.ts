import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDisplay, type TestDisplay } from '../../e2e/support/display.ts';
import { deaf } from '../deaf.ts';
import { browsers } from './processes.ts';
import { type ChromiumRig, chromiumRig } from './rig.ts';
import { type Input, openInput } from './x11-input.ts';

const reported: string[] = [];
let display: TestDisplay;
let rig: ChromiumRig;
let input: Input;

beforeAll(async () => {
  display = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', display.name);
  input = await openInput(display.name);
  // It starts in the middle: the pointer must disappear without any movement.
  input.move(320, 180);
  await input.done();
  rig = await chromiumRig(
    {
      handler: async () => new Response(null, { status: 404 }),
      events: {
        ...deaf,
        gone: (reason) => void reported.push(reason),
        ended: () => void reported.push('ended'),
      },
    },
    { display: 'auto' },
  );
  await rig.host.start();
  const [whole] = await rig.host.displays();
  if (!whole) throw new Error('no display');
  const window = await rig.host.open({ screenId: 'one', display: whole }, rig.stage.events);
  await rig.stage.running();
  window.reveal();
  await rig.stage.run(`
    globalThis.mark = 'same document';
    globalThis.events = [];
    for (const name of ['keydown', 'mousedown', 'mousemove', 'wheel', 'contextmenu', 'dragstart', 'touchstart']) {
      addEventListener(name, (event) => {
        // When the picture below a resting pointer changes, the browser sends its page an event; and the
        // movement that has hidden it, one pixel to the right, may still be on its way.
        const stands = (event.clientX === 320 || event.clientX === 321) && event.clientY === 180;
        if (!(name === 'mousemove' && stands)) events.push(name);
      }, true);
    }
    document.body.innerHTML = '<p style="font:60px sans-serif">Some text <a href="https://example.com/">link</a> <img>';
    document.documentElement.style.background = 'rgb(0, 160, 0)';
    document.body.style.color = 'rgb(0, 160, 0)';
    document.querySelector('a').style.color = 'rgb(0, 160, 0)'; document.querySelector('a').style.textDecoration = 'none';
    document.querySelector('img').remove();
    null`);
});

beforeEach(() => {
  reported.length = 0;
});

afterAll(async () => {
  await rig.host.stop();
  input.close();
  await display.stop();
  vi.unstubAllEnvs();
});

/** The display including the pointer, if it is visible. */
async function grab(): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      ...[
        '-loglevel',
        'error',
        '-f',
        'x11grab',
        '-draw_mouse',
        '1',
        '-video_size',
        '640x360',
        '-i',
        display.name,
      ],
      ...['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 10_000_000 },
  );
  return stdout;
}

async function expectUntouched(): Promise<void> {
  await input.done();
  expect(
    await rig.stage.run('[mark, innerWidth, innerHeight, devicePixelRatio, visualViewport.scale]'),
  ).toEqual(['same document', 640, 360, 1, 1]);
  expect(await rig.stage.run('[document.fullscreenElement, String(getSelection())]')).toEqual([null, '']);
  await vi.waitFor(
    async () => {
      const pixels = await grab();
      const others = pixels.findIndex((value, index) => Math.abs(value - (index % 3 === 1 ? 160 : 0)) > 6);
      expect(others, 'the first byte of the display that is not the background').toBe(-1);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(reported).toEqual([]);
  expect(browsers()).toHaveLength(1);
}

test('the pointer is invisible, at rest and moving', async () => {
  await expectUntouched();
  for (let x = 0; x < 600; x += 40) input.move(x, 100);
  await expectUntouched();
});

/** Anything that a key opened would still be visible at the end. */
test('keys do nothing', async () => {
  const chords = [
    ['F11'],
    ['F5'],
    ['F12'],
    ['F1'],
    ['F3'],
    ['F6'],
    ['F7'],
    ['F10'],
    ['Escape'],
    ['Menu'],
    ['Alt', 'F4'],
    ['Control', 'W'],
    ['Control', 'Shift', 'W'],
    ['Control', 'Q'],
    ['Control', 'Shift', 'Q'],
    ['Control', 'N'],
    ['Control', 'Shift', 'N'],
    ['Control', 'T'],
    ['Control', 'Shift', 'T'],
    ['Control', 'O'],
    ['Control', 'P'],
    ['Control', 'S'],
    ['Control', 'U'],
    ['Control', 'F'],
    ['Control', 'H'],
    ['Control', 'J'],
    ['Control', 'L'],
    ['Control', 'R'],
    ['Control', 'Plus'],
    ['Control', 'Minus'],
    ['Control', 'Shift', 'I'],
    ['Alt', 'F'],
    ['Alt', 'Backspace'],
    ['Shift', 'Escape'],
  ] as const;
  for (const keys of chords) {
    input.press(...keys);
    await input.done();
    expect(await rig.stage.run('mark'), keys.join('+')).toBe('same document');
  }
  await expectUntouched();
});

describe('the pointer does nothing', () => {
  test('when any button is clicked', async () => {
    input.move(320, 40);
    for (const button of [1, 2, 3, 8, 9]) input.click(button);
    await expectUntouched();
  });

  test('when the wheel turns, with or without Control', async () => {
    for (const button of [4, 5, 6, 7]) input.click(button);
    await rig.stage.run('1');
    await expectUntouched();
  });

  test('when it selects or drags', async () => {
    input.move(20, 50);
    input.button(1, true);
    for (let x = 20; x < 400; x += 20) input.move(x, 60);
    input.button(1, false);
    await expectUntouched();
  });

  test('and the app receives none of these events', async () => {
    expect(await rig.stage.run('events')).toEqual([]);
  });
});
