import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';

/** PEM texts. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const oid = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  subjectAltName: '0603551d11',
  basicConstraints: '0603551d13',
  keyUsage: '0603551d0f',
  extendedKeyUsage: '0603551d25',
  serverAuth: '06082b06010505070301',
} as const;

/**
 * A self-signed certificate for these names and addresses. It has the longest validity that its format allows, because a
 * player's clock may be years off; users compare the fingerprint instead.
 */
export function selfSigned(names: readonly string[]): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(hex(oid.commonName), utf8('Vitrine'))));
  const algorithm = sequence(hex(oid.ecdsaWithSha256));
  const serial = randomBytes(16);
  // DER reads a leading set bit as a minus sign.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    name,
    sequence(time('250101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(names))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(certificate).toString(),
  };
}

export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

function extensions(names: readonly string[]): readonly Buffer[] {
  const alternatives = names.map((name) =>
    isIP(name) === 0 ? tagged(0x82, Buffer.from(name, 'ascii')) : tagged(0x87, addressBytes(name)),
  );
  const critical = Buffer.from([0x01, 0x01, 0xff]);
  return [
    sequence(hex(oid.subjectAltName), tagged(0x04, sequence(...alternatives))),
    sequence(hex(oid.basicConstraints), critical, tagged(0x04, sequence())),
    // digitalSignature only.
    sequence(hex(oid.keyUsage), critical, tagged(0x04, tagged(0x03, Buffer.from([7, 0x80])))),
    sequence(hex(oid.extendedKeyUsage), tagged(0x04, sequence(hex(oid.serverAuth)))),
  ];
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = Math.max(8 - groups(head).length - groups(tail).length, 0);
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

// DER encoding: tag, length, content.
function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const all = Buffer.concat(content);
  const { length } = all;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), all]);
}

const sequence = (...content: readonly Buffer[]): Buffer => tagged(0x30, ...content);
const set = (...content: readonly Buffer[]): Buffer => tagged(0x31, ...content);
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
const time = (text: string): Buffer => tagged(0x17, Buffer.from(text, 'ascii'));
const bits = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
