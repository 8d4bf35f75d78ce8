import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { HostWindow } from '../../../src/main/host/host.ts';
import { middle, startDisplay, type TestDisplay } from '../../e2e/support/display.ts';
import { deaf } from '../deaf.ts';
import { type HostilePages, startHostilePages } from './hostile-pages.ts';
import { descendants } from './processes.ts';
import { type ChromiumRig, chromiumRig } from './rig.ts';

const gone: string[] = [];
let display: TestDisplay;
let pages: HostilePages;
let rig: ChromiumRig;
let window: HostWindow;

beforeAll(async () => {
  display = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', display.name);
  pages = await startHostilePages();
  rig = await chromiumRig(
    {
      handler: async () => new Response(null, { status: 404 }),
      events: { ...deaf, gone: (reason) => gone.push(reason) },
    },
    { display: 'auto' },
  );
  await rig.host.start();
  const [whole] = await rig.host.displays();
  if (!whole) throw new Error('no display');
  window = await rig.host.open({ screenId: 'one', display: whole }, rig.stage.events);
  await rig.stage.running();
});

beforeEach(() => {
  gone.length = 0;
});

afterAll(async () => {
  await rig.host.stop();
  await pages.close();
  await display.stop();
  vi.unstubAllEnvs();
});

function networkService(): number {
  const found = descendants().find(({ command }) =>
    command.some((part) => part.includes('network.mojom.NetworkService')),
  );
  if (!found) throw new Error('Nothing of the browser asks the network.');
  return found.pid;
}

test('the host conceals the window before the browser reports the dead renderer', async () => {
  const conceal = vi.spyOn(window, 'conceal');
  await rig.stage.kill();
  // Usually long before the browser reports it; on a busy machine some milliseconds after.
  await vi.waitUntil(() => conceal.mock.calls.length > 0, { timeout: 60_000, interval: 1 });
  await vi.waitUntil(() => gone.length > 0, { timeout: 60_000, interval: 5 });
  await window.revive();
  await rig.stage.running();
});

test('a network service that ends conceals a stage only if the stage does not return', async () => {
  const [conceal, reveal] = [vi.spyOn(window, 'conceal'), vi.spyOn(window, 'reveal')];
  process.kill(networkService(), 'SIGKILL');
  await vi.waitUntil(() => conceal.mock.calls.length > 0, { timeout: 60_000, interval: 5 });
  await vi.waitUntil(() => reveal.mock.calls.length > 0, { timeout: 60_000, interval: 5 });
  expect(gone).toEqual([]);
});

test("the browser's error page in place of a dead stage is dark; web pages stay as they are", async () => {
  const scheme = `matchMedia('(prefers-color-scheme: dark)').matches`;
  rig.stage.expectReload();
  await window.revive();
  await rig.stage.running();
  window.reveal();
  expect(await rig.stage.run(scheme)).toBe(false);
  expect(await rig.stage.run(`ask(${JSON.stringify(pages.page(`say(${scheme})`))})`)).toBe(false);
  await rig.stage.kill();
  await vi.waitUntil(() => gone.length > 0, { timeout: 60_000, interval: 5 });
  window.reveal();
  await wait(1000);
  const dark = async (): Promise<number> => {
    const { rgb } = await display.grab();
    return rgb.filter((value) => value < 64).length / rgb.length;
  };
  await expect.poll(dark).toBeGreaterThan(0.9);
});

test('while the browser replaces its GPU process, its last picture is visible and no bare background', async () => {
  const ownDisplay = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', ownDisplay.name);
  const other = await chromiumRig(
    { handler: async () => new Response(null, { status: 404 }), events: deaf },
    { display: 'auto' },
  );
  await other.host.start();
  const [whole] = await other.host.displays();
  if (!whole) throw new Error('no display');
  const shown = await other.host.open({ screenId: 'one', display: whole }, other.stage.events);
  await other.stage.running();
  await other.stage.run(
    `document.body.innerHTML = '<div style="position: fixed; inset: 0; background: red"></div>'`,
  );
  const seesRed = async () => middle(await ownDisplay.grab()) === 'red';
  await vi.waitUntil(seesRed, { timeout: 60_000, interval: 50 });
  shown.keepPicture();
  // A picture counts when all was well for a while after it.
  await wait(1500);
  // The next item, whose picture is not kept yet.
  await other.stage.run(
    `document.body.innerHTML = '<div style="position: fixed; inset: 0; background: blue"></div>'`,
  );
  await vi.waitUntil(async () => middle(await ownDisplay.grab()) === 'blue', {
    timeout: 60_000,
    interval: 50,
  });
  const conceal = vi.spyOn(shown, 'conceal');
  const recording = await ownDisplay.record(60);
  const drawing = descendants().filter(({ command }) =>
    command.some((part) => part.includes('--type=gpu-process')),
  );
  for (const { pid } of drawing) process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => conceal.mock.calls.length > 0, { timeout: 60_000, interval: 1 });
  await other.stage.run(
    `document.body.innerHTML = '<div style="position: fixed; inset: 0; background: lime"></div>'`,
  );
  const seesGreen = async () => middle(await ownDisplay.grab()) === 'green';
  await vi.waitUntil(seesGreen, { timeout: 60_000, interval: 50 });
  await recording.stop();
  await other.host.stop();
  await ownDisplay.stop();
  expect(new Set(recording.frames.map(({ frame }) => middle(frame)))).toEqual(new Set(['blue', 'green']));
});

test.each([
  ['for a restart keeps the last picture of the show, and shows nothing else', true, 'red'],
  ['for good leaves the display black', false, 'black'],
])('a stop %s', async (_, keepsPicture, left) => {
  const ownDisplay = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', ownDisplay.name);
  const other = await chromiumRig(
    { handler: async () => new Response(null, { status: 404 }), events: deaf },
    { display: 'auto' },
  );
  await other.host.start();
  const [whole] = await other.host.displays();
  if (!whole) throw new Error('no display');
  const shown = await other.host.open({ screenId: 'one', display: whole }, other.stage.events);
  await other.stage.running();
  await other.stage.run(`document.documentElement.style.background = 'red'`);
  await vi.waitUntil(async () => middle(await ownDisplay.grab()) === 'red', {
    timeout: 60_000,
    interval: 50,
  });
  shown.keepPicture();
  // A picture counts when all was well for a while after it.
  await wait(1500);
  const recording = await ownDisplay.record(60);
  await other.host.stop(keepsPicture);
  await wait(300);
  await expect.poll(async () => middle(await ownDisplay.grab())).toBe(left);
  await recording.stop();
  await ownDisplay.stop();
  const seen = [...new Set(recording.frames.map(({ frame }) => middle(frame)))];
  expect(seen.at(-1)).toBe(left);
  if (keepsPicture) expect(seen).toEqual(['red']);
});
