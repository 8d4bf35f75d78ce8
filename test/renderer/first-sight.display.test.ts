import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { colorAt, startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { type ChromiumRig, chromiumRig } from '../host/chromium/rig.ts';
import { deaf } from '../host/deaf.ts';

const source = new URL('../../src/renderer/first-sight.ts', import.meta.url);
let display: TestDisplay;
let rig: ChromiumRig;

beforeAll(async () => {
  display = await startDisplay(640, 360);
  vi.stubEnv('DISPLAY', display.name);
  const script = stripTypeScriptTypes(readFileSync(source, 'utf8'));
  const handler = async (): Promise<Response> =>
    new Response(script, { headers: { 'content-type': 'text/javascript' } });
  rig = await chromiumRig({ handler, events: deaf }, { display: 'auto' });
  await rig.host.start();
  const [whole] = await rig.host.displays();
  if (!whole) throw new Error('no display');
  await rig.host.open({ screenId: 'one', display: whole }, rig.stage.events);
  await rig.stage.running();
});

afterAll(async () => {
  await rig.host.stop();
  await display.stop();
  vi.unstubAllEnvs();
});

/** Takes a while to draw, once it is in the document. */
const heavy = `Object.assign(document.createElement('div'), {
  style: 'position:fixed;inset:0;background:' + Array(100).fill('conic-gradient(#0f08, #0f04, #0f08)').join() })`;

test('seen is reported once the display shows the content, also when drawing is slow', async () => {
  for (let turn = 0; turn < 3; turn++) {
    await rig.stage.run(`import('./first-sight.js').then(({ atFirstSight }) => new Promise((resolve) => {
      document.body.replaceChildren(${heavy});
      atFirstSight({ shown: () => 'it', standsBy: () => false }, () => resolve('seen'));
    }))`);
    expect(colorAt(await display.grab(), 0.5, 0.5)).toBe('green');
    await rig.stage.run('document.body.replaceChildren()');
    const isBlack = async (): Promise<boolean> => colorAt(await display.grab(), 0.5, 0.5) === 'black';
    await vi.waitUntil(isBlack, { timeout: 60_000, interval: 50 });
  }
});

test('content that is over before it is painted does not count as seen', async () => {
  const left =
    await rig.stage.run(`import('./first-sight.js').then(({ atFirstSight }) => new Promise((resolve) => {
    const items = ['one', null, 'two', 'two'];
    atFirstSight({ shown: () => items.shift() ?? null, standsBy: () => false }, () => resolve(items.length));
  }))`);
  expect(left).toBe(0);
});

test('a moment without a due item during the first start does not count as standby', async () => {
  const seen = (code: string): Promise<unknown> =>
    rig.stage.run(`import('./first-sight.js').then(({ atFirstSight }) => new Promise((resolve) => {
      const since = performance.now();
      const passed = () => performance.now() - since;
      let item = null;
      atFirstSight(${code}, () => resolve(item));
    }))`);
  expect(
    await seen(
      `{ shown: () => (passed() > 300 ? (item = 'first') : null), standsBy: () => passed() % 200 < 150 }`,
    ),
  ).toBe('first');
  expect(await seen('{ shown: () => null, standsBy: () => true }')).toBe(null);
});
