import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { browserProxy } from '../../../src/main/host/browser-proxy.ts';
import { deaf } from '../deaf.ts';
import { descendants } from './processes.ts';
import { type ChromiumRig, chromiumRig } from './rig.ts';

const page = 'http://shop.example/board';
const secured = 'https://shop.example/';
const say = `parent.postMessage('shown', '*')`;

interface Proxy {
  readonly port: number;
  /** The requests, in order. */
  readonly requested: string[];
}

/** The only way to shop.example: it answers itself, and requires a password on request. */
async function startProxy(login?: string): Promise<Proxy> {
  const requested: string[] = [];
  const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const refusal = { 'proxy-authenticate': 'Basic realm="shop"', 'content-length': '0' };
  const mayPass = ({ method, url, headers }: IncomingMessage): boolean => {
    const passes = expected === undefined || headers['proxy-authorization'] === expected;
    requested.push(`${passes ? '' : 'refused '}${method} ${url}`);
    return passes;
  };
  const server = createServer((request, response) => {
    if (!mayPass(request)) response.writeHead(407, refusal).end();
    else if (request.url === page)
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><script src="http://assets.example/say.js"></script><iframe></iframe>');
    else response.writeHead(200, { 'content-type': 'text/javascript' }).end(say);
  });
  server.on('connect', (request, socket) => {
    const lines = Object.entries(refusal).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => undefined);
    socket.end(
      mayPass(request)
        ? 'HTTP/1.1 502 Bad Gateway\r\n\r\n'
        : `HTTP/1.1 407 Proxy Authentication Required\r\n${lines.join('')}\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requested };
}

async function rigBehind({ port }: Proxy, login = ''): Promise<ChromiumRig> {
  const address = `http://${login}127.0.0.1:${port}`;
  const rig = await chromiumRig(
    {
      handler: async () => new Response('of the app'),
      events: deaf,
    },
    { proxy: browserProxy({ HTTP_PROXY: address, HTTPS_PROXY: address }) },
  );
  onTestFinished(() => rig.host.stop());
  await rig.host.start();
  const [display] = await rig.host.displays();
  if (!display) throw new Error('no display');
  rig.host.allowPages([page, secured].map((allowed) => ({ address: allowed, headers: {} })));
  await rig.host.open({ screenId: 'one', display }, rig.stage.events);
  await rig.stage.running();
  return rig;
}

test('web pages use the proxy; the app and other servers on this machine do not', async () => {
  const proxy = await startProxy();
  const rig = await rigBehind(proxy);
  expect(await rig.stage.frame('one', page)).toBe('shown');
  expect((await rig.stage.fetch('one', 'anything')).text).toBe('of the app');
  const local = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><script>${say}</script><iframe></iframe>`);
  });
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    local.closeAllConnections();
    local.close();
  });
  const { port } = local.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await rig.stage.frame('one', `http://${host}:${port}/`)).toBe('shown');
  expect(await rig.stage.frame('one', secured)).toBe('refused');
  expect(proxy.requested).toEqual(
    expect.arrayContaining([`GET ${page}`, 'GET http://assets.example/say.js', 'CONNECT shop.example:443']),
  );
  expect(proxy.requested.filter((line) => /localhost|127\.0\.0\.1/.test(line))).toEqual([]);
});

test('a proxy gets its password, which is in no process list', async () => {
  const proxy = await startProxy('sign:SECRETproxySECRET');
  const rig = await rigBehind(proxy, 'sign:SECRETproxySECRET@');
  expect(await rig.stage.frame('one', page)).toBe('shown');
  expect(await rig.stage.frame('one', secured)).toBe('refused');
  expect(proxy.requested).toEqual(
    expect.arrayContaining([`GET ${page}`, 'GET http://assets.example/say.js', 'CONNECT shop.example:443']),
  );
  const commands = descendants().map(({ command }) => command.join(' '));
  expect(commands.join('\n')).toContain(`--proxy-server=http=http://127.0.0.1:${proxy.port};`);
  expect(commands.join('\n')).not.toContain('SECRET');
});

test.each([
  ['wrong', 'sign:wrong@', 2],
  ['absent', '', 1],
])('a password that is %s fails the page, and no prompt for another appears', async (_, login, times) => {
  const proxy = await startProxy('sign:right');
  const rig = await rigBehind(proxy, login);
  await rig.stage.listen();
  expect(await rig.stage.frame('one', page)).toBe('refused');
  await expect
    .poll(() => rig.stage.heard())
    .toContainEqual({ type: 'page-failed', address: page, reason: 'status 407' });
  expect(proxy.requested.filter((line) => line.includes(page))).toEqual(
    Array(times).fill(`refused GET ${page}`),
  );
});
