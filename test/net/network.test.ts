import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { normaliseBaseUrl } from '../../src/main/config/cms-address.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { client, clockAt, failure, json, rawServer, token } from '../cms/support.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

/** An HTTPS CMS with one of the certificates. */
async function secured(
  name: 'valid' | 'expired' | 'future' | 'otherName' | 'unknown',
  answer: RequestListener = (_, response) => json(response, []),
): Promise<string> {
  const server = createSecureServer(certificates[name], answer);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the player trusts the CA file and the usual issuers, and no others', async () => {
  const origin = await secured('valid');
  expect(await client(origin, { caFile: certificates.caFile }).cms.playlists()).toEqual({
    records: [],
    refused: [],
  });
  expect(await failure(client(origin).cms.playlists())).toMatchObject({
    code: 'cms-tls-issuer',
    kind: 'temporary',
  });
});

test.each([
  ['expired', 'cms-tls-expired'],
  ['future', 'cms-tls-clock'],
  ['otherName', 'cms-tls-name'],
  ['unknown', 'cms-tls-issuer'],
] as const)('a certificate that is %s is refused as %s, once', async (name, code) => {
  const origin = await secured(name);
  expect(await failure(client(origin, { caFile: certificates.caFile }).cms.playlists())).toMatchObject({
    code,
  });
});

test('a clock before 2025 is named as the cause of an expired certificate', async () => {
  const origin = await secured('expired');
  const { cms } = client(origin, { caFile: certificates.caFile, clock: clockAt(0) });
  const error = await failure(cms.playlists());
  expect(error.code).toBe('cms-tls-clock');
  expect(error.message).toContain('1970-01-01');
});

test('a redirect from HTTPS to HTTP is not followed', async () => {
  const plain = await rawServer((_, response) => json(response, []));
  const origin = await secured('valid', (_, response) => {
    response.writeHead(302, { location: plain.origin }).end();
  });
  const { cms } = client(origin, { caFile: certificates.caFile });
  const error = await failure(cms.playlists());
  expect(error).toMatchObject({ code: 'cms-redirected', kind: 'permanent' });
  expect(error.message).toContain(plain.origin);
  expect(plain.requests).toEqual([]);
});

test('no environment variable switches certificate verification off', async () => {
  const origin = await secured('unknown');
  const script = join(certificates.folder, 'try.ts');
  const client = new URL('../../src/main/cms/client.ts', import.meta.url).href;
  await writeFile(
    script,
    `import { createCms } from ${JSON.stringify(client)};
     const cms = createCms({ baseUrl: ${JSON.stringify(origin)}, env: {}, limits: { retries: 0 },
       credentials: { current: async () => 'x', refresh: async () => false, secrets: () => [] },
       retryAfter: { until: () => null, set: () => undefined },
       clock: { now: Date.now, monotonic: () => 0, after: () => () => undefined },
       log: { named: () => ({ debug() {}, state() {} }) } });
     const insecure = await fetch(${JSON.stringify(origin)}).then(() => 'open', () => 'closed');
     console.log(insecure, await cms.playlists().then(() => 'open', (error) => error.code));
     process.exit(0);`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script], {
    env: {
      ...process.env,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_OPTIONS: '',
      HTTPS_PROXY: '',
      HTTP_PROXY: '',
      NO_PROXY: '*',
    },
  });
  // The first line proves that the variable works on other requests.
  expect(stdout.trim()).toBe('open cms-tls-issuer');
});

test('a CA file that is replaced counts for the next connection, and a half-written one changes nothing', async () => {
  const origin = await secured('unknown', (_, response) => json(response, [], 200, { connection: 'close' }));
  const caFile = join(certificates.folder, 'replaced.pem');
  await copyFile(certificates.caFile, caFile);
  const { cms } = client(origin, { caFile });
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-tls-issuer' });
  await copyFile(join(certificates.folder, 'stranger.pem'), caFile);
  expect(await cms.playlists()).toEqual({ records: [], refused: [] });
  await writeFile(caFile, 'half');
  expect(await cms.playlists()).toEqual({ records: [], refused: [] });
});

test('an invalid CA file gives an error', async () => {
  const caFile = join(certificates.folder, 'none.pem');
  expect(() => client('https://127.0.0.1', { caFile })).toThrow(/^Cannot read the CA file .*: ENOENT/);
  await writeFile(caFile, 'nonsense');
  expect(() => client('https://127.0.0.1', { caFile })).toThrow(/does not contain a PEM certificate/);
});

interface Proxy {
  readonly address: string;
  readonly seen: {
    readonly method: string;
    readonly target: string;
    readonly headers: IncomingMessage['headers'];
  }[];
}

/** A proxy for HTTP requests and tunnels, with an optional password. */
async function proxy(password?: string): Promise<Proxy> {
  const seen: Proxy['seen'] = [];
  const expected = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
  const mayPass = (request: IncomingMessage): boolean => {
    seen.push({ method: request.method ?? '', target: request.url ?? '', headers: request.headers });
    return expected === undefined || request.headers['proxy-authorization'] === expected;
  };
  const server = createServer(async (request, response) => {
    if (!mayPass(request)) return void response.writeHead(407).end();
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const answer = await fetch(request.url ?? '', { headers: headers as Record<string, string> });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.on('connect', (request, socket, head) => {
    if (!mayPass(request)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test('HTTP requests go through the configured proxy, HTTPS requests through a tunnel that hides the token', async () => {
  const through = await proxy();
  const plain = await rawServer((_, response) => json(response, []));
  await client(plain.baseUrl, { proxy: through.address }).cms.playlists();
  expect(through.seen.map(({ method, target }) => [method, target])).toEqual([
    ['GET', `${plain.baseUrl}playlist`],
  ]);

  const origin = await secured('valid');
  await client(origin, { proxy: through.address, caFile: certificates.caFile }).cms.playlists();
  expect(through.seen.at(-1)).toMatchObject({ method: 'CONNECT', target: new URL(origin).host });
  expect(JSON.stringify(through.seen.at(-1))).not.toContain(token);
  // The certificate behind the tunnel is verified all the same.
  expect(await failure(client(origin, { proxy: through.address }).cms.playlists())).toMatchObject({
    code: 'cms-tls-issuer',
  });
});

test('the environment names the proxy unless the configuration does, and NO_PROXY applies to both', async () => {
  const [one, other] = [await proxy(), await proxy()];
  const server = await rawServer((_, response) => json(response, []));
  await client(server.baseUrl, { env: { HTTP_PROXY: one.address } }).cms.playlists();
  await client(server.baseUrl, { env: { http_proxy: one.address } }).cms.playlists();
  expect([one.seen.length, other.seen.length]).toEqual([2, 0]);
  await client(server.baseUrl, { env: { HTTP_PROXY: one.address }, proxy: other.address }).cms.playlists();
  expect([one.seen.length, other.seen.length]).toEqual([2, 1]);
  await client(server.baseUrl, { env: { HTTP_PROXY: one.address, NO_PROXY: '127.0.0.1' } }).cms.playlists();
  await client(server.baseUrl, { proxy: other.address, env: { no_proxy: '127.0.0.1' } }).cms.playlists();
  expect([one.seen.length, other.seen.length]).toEqual([2, 1]);
});

test('the password of a proxy works, and a wrong one appears nowhere', async () => {
  const through = await proxy('user:pr0xy-secret');
  const origin = await secured('valid');
  const good = through.address.replace('//', '//user:pr0xy-secret@');
  const bad = through.address.replace('//', '//user:wr0ng-secret@');
  expect(await client(origin, { proxy: good, caFile: certificates.caFile }).cms.playlists()).toMatchObject({
    records: [],
  });
  const { cms, lines } = client(origin, { proxy: bad, caFile: certificates.caFile });
  const error = await failure(cms.playlists());
  expect(error.code).toBe('cms-proxy');
  expect(JSON.stringify([error, error.message, error.stack, String(error.cause), lines])).not.toContain(
    'wr0ng-secret',
  );
});

test('unreachable servers get distinct errors', async () => {
  const clock = hurriedClock();
  const limits = { retries: 0, ...limitsOfServers, floorBytesPerSecond: 25_000 };
  const code = async (baseUrl: string, own: Partial<typeof limits> = {}): Promise<string> =>
    (await failure(client(baseUrl, { clock, limits: { ...limits, ...own } }).cms.playlists())).code;
  expect(await code('http://127.0.0.1:1')).toBe('cms-unreachable-refused');
  expect(await code('http://no-such-name.invalid')).toBe('cms-unreachable-name');
  // A limit in real time; nothing needs to happen within it.
  const silent = await rawServer(() => undefined);
  expect(await code(silent.baseUrl, { answerMs: 500 })).toBe('cms-unreachable-timeout');
  const halfSaid = await rawServer((_, response) => {
    response.writeHead(200).write('[');
    hurries(clock, response);
  });
  expect(await code(halfSaid.baseUrl)).toBe('cms-unreachable-timeout');
  const trickle = await rawServer((_, response) => {
    hurries(clock, response, () => response.write(' '));
  });
  expect(await code(trickle.baseUrl)).toBe('cms-unreachable-timeout');
  const cut = await rawServer((request) => void request.socket.destroy());
  expect(await code(cut.baseUrl)).toBe('cms-unreachable-cut');
  const plain = await rawServer((_, response) => json(response, []));
  expect(await code(plain.origin.replace('http:', 'https:'))).toBe('cms-tls');
});

test.each([
  ['cms.example.com', 'https://cms.example.com/api/v1.0/'],
  ['https://cms.example.com', 'https://cms.example.com/api/v1.0/'],
  ['https://CMS.example.com:443/', 'https://cms.example.com/api/v1.0/'],
  ['https://cms.example.com/api/v1.0', 'https://cms.example.com/api/v1.0/'],
  [' https://cms.example.com/api/v1.0// ', 'https://cms.example.com/api/v1.0/'],
  ['https://example.com/signage/api/v1.0/', 'https://example.com/signage/api/v1.0/'],
  ['http://10.0.0.5:8080', 'http://10.0.0.5:8080/api/v1.0/'],
  ['[::1]:8080', 'https://[::1]:8080/api/v1.0/'],
])('the address %s is %s', (given, meant) => {
  expect(normaliseBaseUrl(given)).toBe(meant);
});

test.each([
  '',
  'ftp://cms.example.com',
  'https://user:s3cret@cms.example.com',
  'https://cms.example.com/?token=s3cret',
  'http://',
])('the address “%s” is refused without quoting it', (given) => {
  expect(() => normaliseBaseUrl(given)).toThrow(/The CMS address/);
  expect(() => normaliseBaseUrl(given)).not.toThrow(/s3cret/);
});

test('a GET is retried when the server closes a kept connection, and fails when it closes a new one', async () => {
  const requested: number[] = [];
  const seen = new Set<unknown>();
  let letsGoOfAll = false;
  const server = await rawServer((request, response) => {
    const isKept = seen.has(request.socket);
    seen.add(request.socket);
    requested.push(seen.size);
    if (isKept || letsGoOfAll) request.socket.resetAndDestroy();
    else json(response, []);
  });
  const { cms } = client(server.baseUrl, { limits: { retries: 0 } });
  await cms.playlists();
  await cms.playlists();
  expect(requested).toEqual([1, 1, 2]);
  letsGoOfAll = true;
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-unreachable-cut' });
  expect(requested).toEqual([1, 1, 2, 2, 3]);
});
