import { expect, test } from 'vitest';
import { type TokenEndpoint, tokenEndpoint } from '../../src/main/cms/oauth.ts';
import type { Answer } from '../../src/main/net/send.ts';
import type { Transport } from '../../src/main/net/transport.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { failure } from './support.ts';

const client = { authUrl: 'https://cms.example.com', clientId: '77', clientSecret: 'client-secret' };
const clock = new ManualClock({ at: 0 });

/** A token endpoint with this constant answer. */
function answering(body: unknown, status = 200) {
  const requested: Parameters<Transport>[0][] = [];
  const endpoint: TokenEndpoint = tokenEndpoint(
    client,
    async (request): Promise<Answer> => {
      requested.push(request);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return {
        status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(text),
        url: request.url,
      };
    },
    clock,
  );
  const sent = (): unknown => JSON.parse(String(requested[0]?.body?.open()));
  return { endpoint, requested, sent };
}

const tokens = { access_token: 'access', refresh_token: 'newer', token_type: 'Bearer', expires_in: 60 };

test('a code is redeemed with the registered client, and without a token', async () => {
  const { endpoint, requested, sent } = answering(tokens);
  expect(await endpoint.redeemCode('code', 'http://127.0.0.1:8787/callback', 'verifier')).toEqual({
    accessToken: 'access',
    refreshToken: 'newer',
    obtainedAt: 0,
    expiresAt: 60_000,
  });
  expect(sent()).toEqual({
    grant_type: 'authorization_code',
    redirect_uri: 'http://127.0.0.1:8787/callback',
    code: 'code',
    code_verifier: 'verifier',
    client_id: '77',
    client_secret: 'client-secret',
  });
  expect(requested[0]).toMatchObject({ method: 'POST', url: 'https://cms.example.com/oauth/token' });
  expect(requested[0]?.originHeaders).toEqual({ origin: 'https://cms.example.com', headers: {} });
});

test.each([
  [{ expires_in: 60 }, { expiresAt: 60_000 }],
  [{ expires_in: '60' }, { expiresAt: 60_000 }],
  [{ expires_in: 0 }, { expiresAt: null }],
  [{ expires_in: -5 }, { expiresAt: null }],
  [{ expires_in: null }, { expiresAt: null }],
  [{ token_type: null }, { accessToken: 'access' }],
  [{ token_type: 'BEARER' }, { accessToken: 'access' }],
  [{ refresh_token: null }, { refreshToken: 'old' }],
  [{ refresh_token: '' }, { refreshToken: 'old' }],
])('a renewal reads the answer %j', async (change, expected) => {
  const { endpoint } = answering({ ...tokens, ...change });
  expect(await endpoint.refresh('old')).toMatchObject(expected);
});

test('a first login without a refresh token has none', async () => {
  const { endpoint } = answering({ access_token: 'access' });
  expect(await endpoint.redeemCode('code', 'http://x/', 'verifier')).toMatchObject({ refreshToken: null });
});

test.each([
  [400, { error: 'invalid_client' }, 'login-client-refused', 'login-client-refused'],
  [401, { error: 'invalid_grant' }, 'login-code-refused', 'login-needed'],
  [403, 'no', 'login-code-refused', 'login-needed'],
  [404, {}, 'cms-not-found', 'cms-not-found'],
  [429, {}, 'cms-rate-limited', 'cms-rate-limited'],
  [500, {}, 'cms-server-error', 'cms-server-error'],
  [200, { data: {} }, 'cms-bad-answer', 'cms-bad-answer'],
  [200, 'null', 'cms-bad-answer', 'cms-bad-answer'],
  [200, '[]', 'cms-bad-answer', 'cms-bad-answer'],
  [200, '"access_token"', 'cms-bad-answer', 'cms-bad-answer'],
  [200, { ...tokens, token_type: 'mac' }, 'cms-bad-answer', 'cms-bad-answer'],
  [200, 'text', 'cms-not-json', 'cms-not-json'],
])('the status %i with %j is %s for a code and %s for a renewal', async (status, body, code, renewal) => {
  const { endpoint } = answering(body, status);
  expect((await failure(endpoint.redeemCode('code', 'http://x/', 'verifier'))).code).toBe(code);
  expect((await failure(endpoint.refresh('old'))).code).toBe(renewal);
});

test('the error of a refusal that repeats our secrets omits them', async () => {
  const body = { message: 'no client-secret, no secret-code-1, no secret-refresh-1' };
  const { endpoint } = answering(body, 422);
  for (const error of [
    await failure(endpoint.redeemCode('secret-code-1', 'http://x/', 'verifier')),
    await failure(endpoint.refresh('secret-refresh-1')),
  ]) {
    expect(error.message).toMatch(/The CMS says: no/);
    expect(error.message).not.toMatch(/client-secret/);
  }
  expect(
    (await failure(endpoint.redeemCode('secret-code-1', 'http://x/', 'verifier'))).message,
  ).not.toContain('code-1');
  expect((await failure(endpoint.refresh('secret-refresh-1'))).message).not.toContain('refresh-1');
});

test('a web page in place of a refusal is not quoted', async () => {
  const { endpoint } = answering(' <h1>Broken gateway</h1>', 422);
  const { message: reported } = await failure(endpoint.refresh('old'));
  expect(reported).not.toMatch(/Broken|It says/);
});

test('an empty answer is reported as empty', async () => {
  const { endpoint } = answering('');
  expect(await failure(endpoint.refresh('old'))).toMatchObject({
    code: 'cms-not-json',
    message: expect.stringMatching(/empty/i),
  });
});
