import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { fingerprintOf, selfSigned } from '../../../src/main/admin/access/certificate.ts';

it('a self-signed certificate is valid for its names and addresses to a client that trusts it', async () => {
  const { key, cert } = selfSigned(['player.local', '192.0.2.7', '2001:db8::7']);
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.ca).toBe(false);
  expect(read.checkHost('player.local')).toBe('player.local');
  expect(read.checkHost('other.local')).toBeUndefined();
  expect(read.checkIP('192.0.2.7')).toBe('192.0.2.7');
  expect(read.checkIP('2001:db8::7')).toBeDefined();
  expect(fingerprintOf(cert)).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);

  const server = createServer({ key, cert }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'player.local' });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  expect(socket.authorized).toBe(true);
  socket.destroy();
  server.close();
});

it('two certificates always differ', () => {
  const [one, other] = [selfSigned([]), selfSigned([])];
  expect(fingerprintOf(one.cert)).not.toBe(fingerprintOf(other.cert));
});
