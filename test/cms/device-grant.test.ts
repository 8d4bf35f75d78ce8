import { expect, onTestFinished, test } from 'vitest';
import { beginDeviceLogin } from '../../src/main/cms/device-grant.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { createTransport, defaultTransportLimits } from '../../src/main/net/transport.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { onLoopback } from '../support/on-loopback.ts';
import { oauthClient } from './login-support.ts';
import { failure, rawServer } from './support.ts';

/** A server that offers the grant, or answers otherwise. */
async function offering(reported: {
  readonly metadata?: (origin: string) => string;
  /** `ECHO` in it is replaced by the secret that was sent. */
  readonly begun?: object;
  readonly beginsWith?: number;
  /** `cut`: no answer, the connection breaks. */
  readonly answers?: readonly (
    | readonly [status: number, body: object, headers?: Record<string, string>]
    | 'cut'
  )[];
}) {
  const answers = [...(reported.answers ?? [])];
  const bodies: string[] = [];
  const { origin } = await rawServer((request, response) => {
    const { metadata = (at: string) => JSON.stringify({ device_authorization_endpoint: `${at}/begin` }) } =
      reported;
    if (request.url?.startsWith('/.well-known'))
      return void response.end(metadata(`http://${request.headers.host}`));
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      if (request.url === '/begin') {
        const secret = new URLSearchParams(body).get('client_secret') ?? '';
        const begun = JSON.stringify(reported.begun ?? usual).replace('ECHO', secret);
        return void response.writeHead(reported.beginsWith ?? 200).end(begun);
      }
      const given = answers.shift() ?? [500, {}];
      if (given === 'cut') return void request.socket.destroy();
      const [status, answer, headers] = given;
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(answer));
    });
  });
  const clock = new ManualClock();
  const network = createNetwork({ env: {}, reach: onLoopback() });
  onTestFinished(() => network.close());
  const transport = createTransport(network, clock, 'Vitrine', defaultTransportLimits);
  const begin = () => beginDeviceLogin({ authUrl: origin, ...oauthClient }, transport, clock);
  return { begin, clock, bodies };
}

const usual = {
  device_code: 'dev',
  user_code: 'ABCD-EFGH',
  verification_uri: 'https://cms.example/device',
  expires_in: 600,
  interval: 5,
};
const pending = [400, { error: 'authorization_pending' }] as const;
const given = [
  200,
  { access_token: 'vat_x', refresh_token: 'vrt_x', token_type: 'Bearer', expires_in: 60 },
] as const;

test('the login polls as often as the CMS allows, slower on request, until it is approved', async () => {
  const { begin, clock, bodies } = await offering({
    answers: [pending, [400, { error: 'slow_down' }], given],
  });
  const login = await begin();
  expect(login).toMatchObject({ userCode: 'ABCD-EFGH', address: 'https://cms.example/device' });
  const polled = async (ms: number) => {
    await clock.advance(ms);
    return login?.poll();
  };
  expect(await polled(4_000)).toBeNull();
  expect(bodies).toHaveLength(1);
  expect(await polled(1_000)).toBeNull();
  expect(await polled(5_000)).toBeNull();
  expect(bodies).toHaveLength(3);
  expect(await polled(9_000)).toBeNull();
  expect(bodies).toHaveLength(3);
  expect(await polled(1_000)).toMatchObject({ accessToken: 'vat_x', refreshToken: 'vrt_x' });
  expect(Object.fromEntries(new URLSearchParams(bodies.at(-1)))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'dev',
    client_id: oauthClient.clientId,
    client_secret: oauthClient.clientSecret,
  });
});

test.each([
  ['a server that tells nothing of itself', () => '<html>'],
  ['one that offers other things', () => '{"token_endpoint": "http://x/"}'],
  [
    'an address elsewhere, which would get the secret',
    () => '{"device_authorization_endpoint": "https://evil.example/begin"}',
  ],
  ['nonsense', () => '[7]'],
])('a server with %s offers no such login', async (_, metadata) => {
  const { begin, bodies } = await offering({ metadata });
  expect(await begin()).toBeNull();
  expect(bodies).toEqual([]);
});

test('a late or denied approval, and an address that could run script on the phone, are refused', async () => {
  const late = await offering({ answers: [pending] });
  const login = await late.begin();
  await late.clock.advance(600_000);
  expect(await failure(login?.poll() ?? Promise.resolve())).toMatchObject({ code: 'login-code-expired' });
  const denied = await offering({ answers: [[400, { error: 'access_denied' }]] });
  const other = await denied.begin();
  await denied.clock.advance(5_000);
  expect(await failure(other?.poll() ?? Promise.resolve())).toMatchObject({ code: 'login-denied' });
  const rude = await offering({ begun: { ...usual, verification_uri: 'javascript:alert(1)' } });
  expect(await failure(rude.begin())).toMatchObject({ code: 'cms-bad-answer' });
});

test('an address for the phone has at most 500 characters', async () => {
  const addressOf = (length: number): string => 'https://cms.example/'.padEnd(length, 'x');
  const longest = await offering({ begun: { ...usual, verification_uri: addressOf(500) } });
  expect(await longest.begin()).not.toBeNull();
  const longer = await offering({ begun: { ...usual, verification_uri: addressOf(501) } });
  expect(await failure(longer.begin())).toMatchObject({ code: 'cms-bad-answer' });
});

test.each([
  ['the server offers it, but not to this client', 400, { error: 'unauthorized_client' }],
  ['the server knows the path and not the grant', 400, { error: 'unsupported_grant_type' }],
  ['there is nothing at the address that it tells', 404, {}],
  ['that address takes no such request', 405, {}],
])('with %s, the other login is used', async (_, beginsWith, begun) => {
  const { begin, bodies } = await offering({ beginsWith, begun });
  expect(await begin()).toBeNull();
  expect(bodies).toHaveLength(1);
});

test('a client unknown to the CMS is refused', async () => {
  const { begin } = await offering({ beginsWith: 401, begun: { error: 'invalid_client' } });
  expect(await failure(begin())).toMatchObject({ code: 'login-client-refused' });
});

test('a CMS that fails temporarily is polled less often, and the login continues', async () => {
  const { begin, clock, bodies } = await offering({
    answers: [
      'cut',
      [503, {}],
      [429, { error: 'too_many' }, { 'retry-after': '50' }],
      [408, {}],
      pending,
      given,
    ],
  });
  const login = await begin();
  /** Polls every second, as a phone does; returns the seconds until the next request to the CMS. */
  const untilAsked = async () => {
    const before = bodies.length;
    for (let seconds = 1; seconds <= 100; seconds++) {
      await clock.advance(1_000);
      const pair = await login?.poll();
      if (bodies.length > before) return [seconds, pair?.accessToken ?? null];
    }
    return null;
  };
  const requested: unknown[] = [];
  for (let times = 0; times < 6; times++) requested.push(await untilAsked());
  expect(requested).toEqual([
    ...[
      [5, null],
      [10, null],
      [20, null],
      [50, null],
      [60, null],
      [5, 'vat_x'],
    ],
  ]);
});

test('the login expires if the CMS never returns', async () => {
  const { begin, clock } = await offering({});
  const login = await begin();
  await clock.advance(599_000);
  expect(await login?.poll()).toBeNull();
  await clock.advance(1_000);
  expect(await failure(login?.poll() ?? Promise.resolve())).toMatchObject({ code: 'login-code-expired' });
});

test('the report of a refusal that repeats the secret omits it', async () => {
  const { begin } = await offering({ beginsWith: 422, begun: { message: 'We do not like ECHO' } });
  expect(await failure(begin())).toMatchObject({
    code: 'cms-invalid',
    message: expect.stringMatching(/The CMS says: We do not like \*{30}$/),
  });
});
