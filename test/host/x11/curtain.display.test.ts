import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { Curtain } from '../../../src/main/host/x11/curtain.ts';
import { colorAt, middle, startDisplay, type TestDisplay } from '../../e2e/support/display.ts';

const everywhere = { left: 0, top: 0, width: 320, height: 180 };
const log = createLog(() => undefined);
let display: TestDisplay;
const windows: ChildProcess[] = [];

beforeAll(async () => {
  display = await startDisplay(320, 180);
});
afterEach(() => {
  for (const window of windows.splice(0)) window.kill('SIGKILL');
});
afterAll(() => display.stop());

const curtain = (): Promise<Curtain> => Curtain.open(display.name, systemClock, log);
/** A picture counts some time after it was taken; a later request proves that the server has it. */
const proven = async (held: Curtain): Promise<void> => {
  await wait(1000);
  await held.refit();
};
const colour = async (): Promise<string> => middle(await display.grab());
const untilSeen = (expected: string): Promise<unknown> => expect.poll(colour).toBe(expected);

/** A browser's window: white until `draw`. */
async function openWindow(fill: string): Promise<{ draw(): Promise<void>; kill(): Promise<void> }> {
  const script = fileURLToPath(new URL('coloured-window.ts', import.meta.url));
  const child = spawn(process.execPath, [script, display.name, fill], { stdio: ['pipe', 'pipe', 'inherit'] });
  windows.push(child);
  await once(child.stdout, 'data');
  return {
    async draw() {
      child.stdin.write('draw\n');
      await once(child.stdout, 'data');
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await wait(100);
    },
  };
}

test('a guest is seen once it has painted, and nothing of it is kept', async () => {
  const held = await curtain();
  const show = await openWindow('ff0000');
  await show.draw();
  held.keep('1', everywhere);
  await proven(held);
  const received = await held.receive(everywhere);
  const guest = await openWindow('0000ff');
  expect(await colour()).toBe('red');
  await guest.draw();
  expect(await colour()).toBe('red');
  received.painted();
  await untilSeen('blue');
  held.keep('1', everywhere);
  await proven(held);
  await guest.kill();
  await show.kill();
  expect(await colour()).toBe('red');
  received.gone();
  held.close(false);
});

test('a guest leaves the picture that was kept before it, not the one that was visible', async () => {
  const held = await curtain();
  const show = await openWindow('ff0000');
  await show.draw();
  held.keep('1', everywhere);
  await proven(held);
  const sentence = await openWindow('00ff00');
  await sentence.draw();
  const received = await held.receive(everywhere);
  expect(await colour()).toBe('green');
  received.painted();
  received.gone();
  await sentence.kill();
  await show.kill();
  expect(await colour()).toBe('red');
  held.close(false);
});

test('the picture of a window survives the window and its player', async () => {
  const before = await curtain();
  const window = await openWindow('ff0000');
  await window.draw();
  before.keep('1', everywhere);
  await proven(before);
  await window.kill();
  expect(await colour()).toBe('red');
  before.close(true);
  await wait(100);
  expect(await colour()).toBe('red');
  const after = await curtain();
  expect(await colour()).toBe('red');
  after.close(false);
  await untilSeen('black');
});

test('a covered area shows the picture, and once uncovered the current drawing', async () => {
  const held = await curtain();
  const shown = await openWindow('00ff00');
  await shown.draw();
  held.keep('1', everywhere);
  await proven(held);
  held.cover('1', everywhere);
  await shown.kill();
  const next = await openWindow('0000ff');
  await untilSeen('green');
  await next.draw();
  expect(await colour()).toBe('green');
  const recording = await display.record(60);
  await wait(500);
  held.uncover('1');
  await untilSeen('blue');
  await recording.stop();
  const seen = [...new Set(recording.frames.map(({ frame }) => middle(frame)))];
  expect(seen).toEqual(['green', 'blue']);
  held.close(false);
});

test('a cover with the visible picture shows that one, and keeps the one before', async () => {
  const held = await curtain();
  const show = await openWindow('ff0000');
  await show.draw();
  held.keep('1', everywhere);
  await proven(held);
  const next = await openWindow('00ff00');
  await next.draw();
  const [left, right] = [0, 160].map((at) => ({ ...everywhere, left: at, width: 160 }));
  if (!left || !right) throw new Error('no halves');
  held.cover('1', left, 'visible');
  held.cover('2', right, 'visible');
  const blank = await openWindow('ffffff');
  await blank.draw();
  expect(await colour()).toBe('green');
  held.uncover('1');
  const atRight = async () => colorAt(await display.grab(), 0.75, 0.5);
  await expect.poll(async () => colorAt(await display.grab(), 0.25, 0.5)).toBe('other');
  expect(await atRight()).toBe('green');
  held.cover('2', right);
  await expect.poll(atRight).toBe('red');
  held.close(false);
});

test('a picture taken just before the cover is dropped: it may show a dying stage', async () => {
  const held = await curtain();
  const well = await openWindow('ff0000');
  await well.draw();
  held.keep('1', everywhere);
  await proven(held);
  const dying = await openWindow('ffffff');
  held.keep('1', everywhere);
  held.cover('1', everywhere);
  await dying.kill();
  await well.kill();
  await wait(1000);
  expect(await colour()).toBe('red');
  held.close(false);
});

test('only the wanted areas are covered, and each is uncovered alone', async () => {
  const left = { ...everywhere, width: 160 };
  const held = await curtain();
  const window = await openWindow('ff0000');
  await window.draw();
  held.cover('1', left);
  held.cover('2', { ...left, left: 160 });
  await untilSeen('black');
  held.uncover('2');
  const halves = async () => {
    const frame = await display.grab();
    return [0.25, 0.75].map((x) => colorAt(frame, x, 0.5));
  };
  await expect.poll(halves).toEqual(['black', 'red']);
  held.close(false);
});

const resized = (size: string): Promise<unknown> =>
  promisify(execFile)('xrandr', ['--display', display.name, '--fb', size, '--output', 'screen', '--off']);

test('the picture of a lost part of the display returns with that part', async () => {
  const held = await curtain();
  const window = await openWindow('ff0000');
  await window.draw();
  held.keep('1', everywhere);
  await proven(held);
  await window.kill();
  await resized('160x180');
  await held.refit();
  await resized('320x180');
  await held.refit();
  await expect.poll(async () => colorAt(await display.grab(), 0.75, 0.5)).toBe('red');
  held.close(false);
});
