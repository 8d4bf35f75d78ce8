import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificates } from '../../../test/cms/certificates.ts';
import { host } from './hardware.ts';

/** The same CMS over TLS, with a certificate of a private issuer that is valid since yesterday. */
export async function secureCms(baseUrl: string) {
  const certificates = await makeCertificates(`IP:${host}`);
  const server = createServer(certificates.valid, (from, to) => {
    const { method, headers, url = '/' } = from;
    const passed = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${port}${new URL(baseUrl).pathname}`,
    caFile: certificates.caFile,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await certificates.remove();
    },
  };
}
