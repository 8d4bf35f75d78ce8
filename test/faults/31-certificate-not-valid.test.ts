import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { show } from '../cms/still-plays.ts';
import { json } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

/** A CMS with this certificate; it records the credentials of each request. */
async function secured(name: 'expired' | 'unknown' | 'otherName') {
  const requests: (string | undefined)[] = [];
  const server = createServer(certificates[name], (request, response) => {
    requests.push(request.headers.authorization);
    json(response, []);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1.0/`, requests };
}

test.each([
  ['expired', 'cms-tls-expired', /new certificate/],
  ['unknown', 'cms-tls-issuer', /cms\.caFile/],
  ['otherName', 'cms-tls-name', /Check the spelling/],
] as const)('row 31 · a certificate that is %s is reported as such, and the show goes on', async (name, code, remedy) => {
  const { baseUrl, requests } = await secured(name);
  const { refused, restart } = await show();
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  const parts = await restart({ baseUrl, caFile: certificates.caFile });
  const error = await refused(code, parts);
  expect(inEnglish(error.remedy ?? verbatim(''))).toMatch(remedy);
  // No request, and so no token, reached a server that could not prove its identity.
  expect(requests).toEqual([]);
});

test('row 31 · control: without verification a server with an expired certificate gets the token', async () => {
  const { client, token } = await clientWithout<typeof import('../../src/main/net/network.ts')>(
    'net/network.ts',
    ({ createNetwork }) => ({
      createNetwork: (options) => {
        const network = createNetwork(options);
        Object.assign(network.agent.https.options, { rejectUnauthorized: false });
        return { ...network, https: Object.assign(network.https, { rejectUnauthorized: false }) };
      },
    }),
  );
  const { baseUrl, requests } = await secured('expired');
  await client(baseUrl, { caFile: certificates.caFile }).cms.devices();
  expect(requests).toEqual([`Bearer ${token}`]);
  reportRow(31, { negativeControl: true });
});
