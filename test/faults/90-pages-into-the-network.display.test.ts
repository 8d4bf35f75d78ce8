import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AddressKind } from '../../src/main/ground/address-kind.ts';
import { PageReach } from '../../src/main/net/page-reach.ts';
import { Reach } from '../../src/main/net/reach.ts';
import { chromiumRig } from '../host/chromium/rig.ts';
import { deaf } from '../host/deaf.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

type Answer = (path: string) => { readonly to?: string; readonly html?: string };

async function server(host: string, answer: Answer) {
  const seen: string[] = [];
  const made = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    const { to, html = '' } = answer(path);
    if (to !== undefined) return void response.writeHead(302, { location: to }).end();
    response.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' });
    response.end(`<!doctype html><script>parent.postMessage('shown', '*')</script><iframe></iframe>${html}`);
  });
  made.listen(0, host);
  await once(made, 'listening');
  const close = () => {
    made.close();
    made.closeAllConnections();
  };
  return { origin: `http://${host}:${(made.address() as AddressInfo).port}`, seen, close };
}

/** 127.0.0.1 counts as the internet, and every other address of this machine as the shop's own network. */
const kind = (address: string): AddressKind => (address === '127.0.0.1' ? 'public' : 'private');

let inner: Awaited<ReturnType<typeof server>>;
let outer: Awaited<ReturnType<typeof server>>;
beforeAll(async () => {
  inner = await server('127.0.0.2', () => ({ html: 'The password of the shop' }));
  outer = await server('127.0.0.1', (path) => {
    if (path.startsWith('/redirect')) return { to: `${inner.origin}${path}` };
    if (path.startsWith('/frame')) return { html: `<iframe src="${inner.origin}${path}"></iframe>` };
    if (path.startsWith('/script')) return { html: `<script>location = '${inner.origin}${path}'</script>` };
    return {};
  });
});
afterAll(() => {
  inner.close();
  outer.close();
});

/** The real browser; `isJudged` false: without the gate. */
async function shown(address: string, isJudged: boolean) {
  const { seen } = inner;
  seen.length = 0;
  const reach = new Reach({ cms: outer.origin, kind });
  const resolve = async (host: string) => [{ address: host === 'router.localdomain' ? '127.0.0.2' : host }];
  const gate = new PageReach({ reach, strict: reach, ownPorts: () => [], isProxied: () => false, resolve });
  const rig = await chromiumRig(
    { handler: async () => new Response(null, { status: 404 }), events: deaf },
    isJudged ? { gate } : {},
  );
  onTestFinished(() => rig.host.stop());
  await rig.host.start();
  rig.host.allowPages([{ address, headers: {} }]);
  const [display] = await rig.host.displays();
  if (!display) throw new Error('no display');
  await rig.host.open({ screenId: 'one', display }, rig.stage.events);
  await rig.stage.running();
  await rig.stage.listen();
  const is = await rig.stage.frame('one', address);
  return { is, seen, received: await rig.stage.heard(), lines: rig.lines };
}

describe.each([
  ['an address in it', () => `${inner.origin}/direct`, true],
  ['a redirect into it', () => `${outer.origin}/redirect`, true],
  // Chromium 156 refuses a page's own requests even without the gate.
  ['a page with a frame in it', () => `${outer.origin}/frame`, false],
  ['a page that goes there by itself', () => `${outer.origin}/script`, false],
])('row 90 · a CMS on the internet names %s', (_, address, isRefused) => {
  test('nothing in the local network gets a request', async () => {
    const { is, seen, received, lines } = await shown(address(), true);
    expect(is).toBe(isRefused ? 'refused' : 'shown');
    if (isRefused)
      expect(received).toContainEqual({
        type: 'page-failed',
        address: address(),
        reason: expect.stringMatching(/^unreachable: (led-)?inside 127\.0\.0\.2/),
      });
    await until('it was refused', () => lines.some(({ message }) => message === 'A web page was blocked'));
    expect(seen).toEqual([]);
    reportRow(90, {});
  });

  test.runIf(isRefused)('control: without the gate it does', async () => {
    const { seen } = await shown(address(), false);
    await until('it was asked', () => seen.length > 0);
    reportRow(90, { negativeControl: true });
  });
});
