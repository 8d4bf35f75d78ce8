import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { Slowness } from '../../../src/main/ground/slowness.ts';
import { Cdp } from '../../../src/main/host/chromium/cdp.ts';
import { PagePool } from '../../../src/main/host/chromium/page-pool.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const startAddress = 'http://vitrine.localhost:1/';
const opens = `${startAddress}secret/index.html`;
const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
let requested: { readonly id: number; readonly method: string; readonly params: object }[];
let answer: (id: number, reply?: object) => Promise<void>;
let pool: PagePool;

beforeEach(() => {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const log = createLog(() => undefined);
  requested = [];
  toBrowser.on('data', (bytes) =>
    requested.push(
      ...String(bytes)
        .split('\0')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text)),
    ),
  );
  answer = async (id, reply = { result: {} }) => {
    fromBrowser.write(`${JSON.stringify({ id, ...reply })}\0`);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const cdp = new Cdp(toBrowser, fromBrowser, log, () => undefined);
  pool = new PagePool({ cdp, log, startAddress, opens, clock: new ManualClock(), slowness: new Slowness() });
});

function attach(targetId: string, url: string): void {
  const about = { title: '', attached: true, canAccessOpener: false, type: 'page' };
  pool.attached({
    sessionId: `of ${targetId}`,
    targetInfo: { targetId, url, ...about },
    waitingForDebugger: false,
  });
}

const closed = (targetId: string) => ({ method: 'Target.closeTarget', params: { targetId } });

test('only the page that the browser opens at start has the app', async () => {
  attach('first', opens);
  attach('second', opens);
  expect(await pool.first).toMatchObject({ targetId: 'first', hasApp: true });
  attach('third', startAddress);
  expect(await pool.take(display)).toMatchObject({ targetId: 'first' });
  expect(await pool.take(display)).toMatchObject({ targetId: 'third', hasApp: false });
  expect(requested).toMatchObject([closed('second')]);
});

test("a browser that opened a foreign page gets the player's page before that one is closed", async () => {
  attach('home', 'https://example.org/');
  expect(requested).toMatchObject([
    { method: 'Target.createTarget', params: { url: startAddress, newWindow: true } },
  ]);
  attach('ours', startAddress);
  await answer(requested[0]?.id ?? 0);
  expect(await pool.first).toMatchObject({ targetId: 'ours', hasApp: false });
  expect(requested.slice(1)).toMatchObject([closed('home')]);
});

test("a browser that cannot open the player's page reports it at once instead of after the start timeout", async () => {
  attach('home', 'https://example.org/');
  const first = expect(pool.first).rejects.toMatchObject({ code: 'browser-refused', kind: 'temporary' });
  await answer(requested[0]?.id ?? 0, { error: { code: -32000, message: 'Failed to open a new tab' } });
  await first;
  // Without its only window the browser would end, and its error would be lost.
  expect(requested.slice(1)).toEqual([]);
});
