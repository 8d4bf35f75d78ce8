import type { lookup } from 'node:dns';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import type { AddressKind } from '../../src/main/ground/address-kind.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { Reach } from '../../src/main/net/reach.ts';
import { reachFromConfig } from '../../src/main/net/reach-from-config.ts';
import { createTransport, defaultTransportLimits } from '../../src/main/net/transport.ts';
import { failure, json, rawServer } from '../cms/support.ts';

const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', 'localhost'];

function to(host: string, isLed = false, port = 80) {
  return { host, port, isLed };
}

function mayAsk(reach: Reach, host: string, isLed = false, port = 80): boolean {
  const isAllowed = reach.mayConnectUnresolved(to(host, isLed, port));
  // A name is judged by its address.
  const resolved = host === 'localhost' ? [] : [{ address: host }];
  if (resolved.length > 0)
    expect(reach.among(to('some.name', isLed, port), resolved).length > 0).toBe(isAllowed);
  return isAllowed;
}

test('a CMS on the internet cannot lead into a local network', () => {
  const reach = new Reach({ cms: 'https://93.184.215.14/' });
  for (const host of inside) expect(mayAsk(reach, host), host).toBe(false);
  expect(mayAsk(reach, '1.1.1.1')).toBe(true);
});

test('a CMS in a local network leads to that kind of network only, and a server on the internet to none', () => {
  const onThisMachine = new Reach({ cms: 'http://localhost:8781/' });
  const inTheShop = new Reach({ cms: 'http://192.168.1.5/' });
  expect(mayAsk(onThisMachine, '127.0.0.1')).toBe(true);
  expect(mayAsk(onThisMachine, '10.0.0.1')).toBe(false);
  expect(mayAsk(inTheShop, '10.0.0.1')).toBe(true);
  expect(mayAsk(inTheShop, '127.0.0.1')).toBe(false);
  expect(mayAsk(inTheShop, '169.254.169.254')).toBe(false);
  for (const host of inside) expect(mayAsk(inTheShop, host, true), host).toBe(false);
});

test('the network of a CMS with a name is known only from a connection to it', () => {
  const reach = new Reach({ cms: 'https://cms.lan/' });
  expect(mayAsk(reach, '10.0.0.1')).toBe(false);
  expect(reach.refusal(to('10.0.0.1'))).toMatchObject({ kind: 'temporary' });
  // The configured address of the CMS may be in any network.
  expect(reach.among(to('cms.lan', false, 443), [{ address: '10.0.0.2' }])).toHaveLength(1);
  expect(reach.among(to('cms.lan', false, 8780), [{ address: '127.0.0.1' }])).toHaveLength(0);
  reach.connected(to('cms.lan', false, 80), '127.0.0.1');
  expect(mayAsk(reach, '127.0.0.1')).toBe(false);
  reach.connected(to('cms.lan', false, 443), '10.0.0.2');
  expect(mayAsk(reach, '10.0.0.1')).toBe(true);
  expect(reach.refusal(to('127.0.0.1'))).toMatchObject({ kind: 'permanent', code: 'network-inside' });
});

test('a name with local and public addresses is connected to a public one', () => {
  const reach = new Reach({ cms: 'https://93.184.215.14/' });
  const both = [{ address: '10.0.0.1' }, { address: '1.1.1.1' }];
  expect(reach.among(to('both.example'), both)).toEqual([{ address: '1.1.1.1' }]);
});

test('the configuration allows its own addresses and hosts, addresses and networks in network.allow', () => {
  const config = loadConfig({
    noFile: true,
    env: { VITRINE_CMS_URL: 'https://93.184.215.14', VITRINE_DATA_DIR: '/tmp/x' },
  });
  const reach = reachFromConfig({
    ...config,
    network: { allow: ['10.1.0.0/16', 'media.lan', '192.168.1.7', 'fd00::/8'] },
    cms: { ...config.cms, profile: { tokenHosts: ['store.lan:8080'] } },
    screen: { ...config.screen, ticker: { feed: 'http://172.16.0.9/news' } as never },
    screens: 'all',
    update: { ...config.update, url: 'http://172.16.0.10:8000/releases' },
  });
  for (const host of ['10.1.2.3', '192.168.1.7', 'fd00::5', '::ffff:10.1.2.3'])
    expect(mayAsk(reach, host, true), host).toBe(true);
  for (const host of ['10.2.0.1', '192.168.1.8', '127.0.0.1']) expect(mayAsk(reach, host), host).toBe(false);
  expect(reach.among(to('media.lan', true), [{ address: '10.9.9.9' }])).toHaveLength(1);
  expect(reach.among(to('store.lan', false, 8080), [{ address: '10.9.9.9' }])).toHaveLength(1);
  expect(reach.among(to('store.lan', false, 22), [{ address: '10.9.9.9' }])).toHaveLength(0);
  expect(reach.mayConnectUnresolved(to('172.16.0.9'))).toBe(true);
  expect(reach.mayConnectUnresolved(to('172.16.0.9', true))).toBe(false);
  expect(reach.mayConnectUnresolved(to('172.16.0.10', false, 8000))).toBe(true);
  expect(reach.mayConnectUnresolved(to('172.16.0.10', false, 22))).toBe(false);
});

/** The servers of this test listen on 127.0.0.1; other addresses of this machine get invented kinds. */
const kind = (address: string): AddressKind => (address === '127.0.0.1' ? 'public' : 'private');

function asker(reach: Reach, resolve?: typeof lookup, proxy?: string) {
  const network = createNetwork({
    reach,
    env: {},
    ...(resolve ? { lookup: resolve } : {}),
    proxy: proxy ?? null,
  });
  onTestFinished(() => network.close());
  const transport = createTransport(network, systemClock, 'Vitrine', defaultTransportLimits);
  return (url: string) =>
    transport({
      method: 'GET',
      url,
      headers: {},
      bytes: 1000,
      originHeaders: { origin: 'null', headers: {} },
    });
}

test('a name that changes its address after the judgement gets no connection', async () => {
  const server = await rawServer((_, response) => json(response, 'secret'));
  const { port } = new URL(server.origin);
  const answers = ['127.0.0.1', '127.0.0.2'];
  let requested = 0;
  const rebinding = ((_: string, __: unknown, found: (error: null, all: unknown) => void) => {
    found(null, [{ address: answers[requested++] ?? '127.0.0.2', family: 4 }]);
  }) as unknown as typeof lookup;
  const ask = asker(new Reach({ cms: 'http://127.0.0.1/', kind }), rebinding);
  expect(await ask(`http://changing.example:${port}/`)).toMatchObject({ status: 200 });
  // The first lookup is over. The next connection is judged by its own lookup.
  expect(requested).toBe(1);
  const other = asker(new Reach({ cms: 'http://127.0.0.1/', kind }), rebinding);
  expect(await failure(other(`http://changing.example:${port}/`))).toMatchObject({
    code: 'network-inside',
    kind: 'temporary',
  });
  expect(server.requests).toHaveLength(1);
});

test('a redirect from the internet into a local network is not followed, even over an open connection', async () => {
  const inner = await rawServer((_, response) => json(response, 'secret'), '127.0.0.2');
  const outer = await rawServer((_, response) => {
    response.writeHead(302, { location: `${inner.origin}/secret` }).end();
  });
  const ask = asker(new Reach({ cms: `${inner.origin}/`, kind }));
  // The CMS is in that network, so addresses there are allowed.
  expect(await ask(`${inner.origin}/media`)).toMatchObject({ status: 200 });
  expect(await failure(ask(`${outer.origin}/news`))).toMatchObject({ code: 'network-led-inside' });
  expect(inner.requests.map(({ url }) => url)).toEqual(['/media']);
});

test('with a proxy the player judges addresses, and the proxy resolves names', async () => {
  const proxy = await rawServer((_, response) => json(response, 'from the proxy'));
  const ask = asker(new Reach({ cms: 'http://127.0.0.1/', kind }), undefined, proxy.origin);
  expect(await ask('http://anything.example/')).toMatchObject({ status: 200 });
  expect(await failure(ask('http://127.0.0.2/'))).toMatchObject({ code: 'network-inside' });
  expect(await failure(ask('https://127.0.0.2/'))).toMatchObject({ code: 'network-inside' });
  expect(proxy.requests.map(({ url }) => url)).toEqual(['http://anything.example/']);
});

test('httpsOnly refuses every request without encryption', async () => {
  const server = await rawServer((_, response) => json(response, []));
  const ask = asker(new Reach({ cms: `${server.origin}/`, httpsOnly: true }));
  expect(await failure(ask(server.origin))).toMatchObject({ code: 'network-insecure', kind: 'permanent' });
  expect(server.requests).toEqual([]);
});
