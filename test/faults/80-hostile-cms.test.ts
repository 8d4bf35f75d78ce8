import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createFeedReader } from '../../src/main/feed/fetch.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { bytesInMemory } from '../../src/main/media/byte-source.ts';
import { describe } from '../../src/main/media/describe.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { Reach } from '../../src/main/net/reach.ts';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';

/** A server that only this machine, or only its network, can reach: it records requests. */
async function innerServer(host: string, port = 0) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('<rss><channel><item><title>The password of the shop</title></item></channel></rss>');
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return { origin: `http://${name}:${(server.address() as AddressInfo).port}`, seen };
}

/** This machine's address in its network. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, address }) => !internal && !address.startsWith('fe80'))?.address;

test.skipIf(ownAddress === undefined)(
  'row 80 · a download redirected into another network is refused before the request',
  async () => {
    await using rig = await startRig();
    const inner = await innerServer(ownAddress ?? '');
    const show = await showThenUpdate(rig);
    onDownload(rig.demo, ({ response, mediaFileId }) => {
      if (mediaFileId !== show.added) return false;
      response.writeHead(302, { location: `${inner.origin}/cgi-bin/reboot` }).end();
      return true;
    });
    const report = await show.parts.sync.once();
    expect(inner.seen).toEqual([]);
    expect(report.failed).toMatchObject([{ mediaFileId: show.added, code: 'network-inside' }]);
    const active = show.parts.store.active();
    expect(show.parts.store.holdings(active?.edition ?? expect.fail()).objects.has(show.added)).toBe(false);
    reportRow(80, { note: 'redirect of a download' });
  },
);

/** The demo at 127.0.0.1 counts as a CMS on the internet. */
function onTheInternet(baseUrl: string): Reach {
  return new Reach({ cms: baseUrl, kind: (address) => (address === '127.0.0.1' ? 'public' : 'private') });
}

test.each([
  ['on the internet', 'network-led-inside', false],
  ['on this machine (control: asked, as it was of every CMS)', 'media-', true],
])('row 80 · a CMS %s redirects a download to a router', async (_, code, isRequested) => {
  await using rig = await startRig();
  const inner = await innerServer('127.0.0.2');
  const show = await showThenUpdate(rig, isRequested ? {} : { reach: onTheInternet(rig.demo.baseUrl) });
  onDownload(rig.demo, ({ response, mediaFileId }) => {
    if (mediaFileId !== show.added) return false;
    response.writeHead(302, { location: `${inner.origin}/cgi-bin/reboot` }).end();
    return true;
  });
  const report = await show.parts.sync.once();
  expect(inner.seen.length > 0).toBe(isRequested);
  expect(report.failed).toMatchObject([{ code: expect.stringContaining(code) }]);
  if (!isRequested) show.stillPlays();
  reportRow(80, { negativeControl: isRequested });
});

test('row 80 · internal text is never shown: such a feed is not requested, in any notation of its address', async () => {
  const inner = await innerServer('127.0.0.1');
  const { port } = new URL(inner.origin);
  const network = createNetwork({ reach: new Reach({ cms: 'https://93.184.215.14/' }), env: {} });
  onTestFinished(() => network.close());
  const read = createFeedReader(network, systemClock);
  const forms = [
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '2130706433',
    '0x7f.1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ];
  for (const host of forms) {
    await expect(read(`http://${host}:${port}/`, new AbortController().signal), host).rejects.toMatchObject({
      code: 'feed-unusable',
      message: expect.stringContaining('is on a local network that the CMS is not part of'),
    });
  }
  expect(inner.seen).toEqual([]);
});

test.each([
  ['entities', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>', 'entities'],
  ['a declaration that never ends', '<!DOCTYPE svg PUBLIC', 'unknown'],
  ['a subset that never ends', '<!DOCTYPE svg [<!ENTITY a', 'entities'],
])('row 80 · a drawing with %s is refused before it is drawn', async (_, drawing, reason) => {
  const reported = await describe(bytesInMemory(Buffer.from(drawing)), 'image');
  expect(reported).toEqual({ accepted: false, reason });
});
