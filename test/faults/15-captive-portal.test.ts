import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createNetwork } from '../../src/main/net/network.ts';
import { Reach } from '../../src/main/net/reach.ts';
import { message } from '../../src/shared/languages/message.ts';
import { show } from '../cms/still-plays.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

/** A hotel's login page, on another host: it records the credentials that it gets. */
async function portal() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(JSON.stringify([request.url, request.headers]));
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.2:${(server.address() as AddressInfo).port}/login`, seen };
}

test.each([
  302, 303, 307, 308,
])('row 15 · a captive portal (%i) counts as offline, and never gets the token', async (status) => {
  const { rig, refused } = await show();
  const hotel = await portal();
  rig.demo.intercept = (request, response) => {
    response.writeHead(status, { location: `${hotel.address}?from=${request.url}` }).end();
    return true;
  };
  const error = await refused('cms-captive-portal');
  expect(error.kind).toBe('temporary');
  expect(hotel.seen.length).toBeGreaterThan(0);
  expect(hotel.seen.join()).not.toContain(rig.demo.token);
  expect(hotel.seen.join().toLowerCase()).not.toContain('authorization');
  reportRow(15, { note: `status ${status}` });
});

test('row 15 · a portal in the local network gets no request when the CMS is on the internet', async () => {
  const { rig, refused, restart } = await show();
  const hotel = await portal();
  const kind = (address: string) => (address === '127.0.0.1' ? ('public' as const) : ('private' as const));
  const network = createNetwork({ reach: new Reach({ cms: rig.demo.baseUrl, kind }), env: {} });
  onTestFinished(() => network.close());
  const parts = await restart({ network });
  rig.demo.intercept = (_, response) => {
    response.writeHead(302, { location: hotel.address }).end();
    return true;
  };
  const error = await refused('network-led-inside', parts);
  expect(error).toMatchObject({ kind: 'temporary', remedy: message('network-inside.allow') });
  expect(hotel.seen).toEqual([]);
});

test('row 15 · control: a token sent along with every redirect reaches the portal', async () => {
  const { show } = await clientWithout<typeof import('../../src/main/net/transport.ts')>(
    'net/transport.ts',
    ({ createTransport }) => ({
      createTransport: (...needs) => {
        const transport = createTransport(...needs);
        return ({ originHeaders, headers, ...request }) =>
          transport({ ...request, originHeaders, headers: { ...headers, ...originHeaders.headers } });
      },
    }),
  );
  const { rig, refused } = await show();
  const hotel = await portal();
  rig.demo.intercept = (_, response) => {
    response.writeHead(302, { location: hotel.address }).end();
    return true;
  };
  await refused('cms-captive-portal');
  expect(hotel.seen.join()).toContain(rig.demo.token);
  reportRow(15, { negativeControl: true });
});
