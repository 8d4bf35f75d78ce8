import { expect, test } from 'vitest';
import type { DemoCmsOptions } from '../../src/demo/cms.ts';
import { type Answer, type Caller, callDemoCms } from './caller.ts';

const redirectUri = 'http://127.0.0.1:8790/callback';
const clientSecret = 'a-secret';
const known = { client_id: '7', redirect_uri: redirectUri, response_type: 'code', state: 'x&y=1' };

function withClient(options: DemoCmsOptions = {}): Promise<Caller> {
  const clients = [{ clientId: '7', clientSecret, redirectUri, description: 'Lobby <player>' }];
  return callDemoCms({ seed: 'empty', tokens: { clients }, ...options });
}

const noToken = { authorization: '' };

function decide(
  { cms, call }: Caller,
  decision: string,
  values: Record<string, string> = {},
  origin = cms.origin,
) {
  const body = new URLSearchParams({ ...known, decision, ...values }).toString();
  return call('POST', '/oauth/authorize', body, {
    ...noToken,
    origin,
    'content-type': 'application/x-www-form-urlencoded',
  });
}

function token({ call }: Caller, values: Record<string, string>): Promise<Answer> {
  return call('POST', '/oauth/token', { client_id: '7', client_secret: clientSecret, ...values }, noToken);
}

async function newCode(caller: Caller): Promise<string> {
  const { headers } = await decide(caller, 'approve');
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const exchange = async (caller: Caller, code: string): Promise<Answer> =>
  token(caller, { grant_type: 'authorization_code', redirect_uri: redirectUri, code });

const refresh = (caller: Caller, refresh_token: string): Promise<Answer> =>
  token(caller, { grant_type: 'refresh_token', refresh_token });

test("the approval page shows the client's name as text, not as markup", async () => {
  await using caller = await withClient();
  const page = await caller.get(`/oauth/authorize?${new URLSearchParams(known)}`, noToken);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Lobby &#60;player&#62;');
  expect(page.text).toContain('name="state" value="x&#38;y=1"');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('approval gives a code and the state, and the code gives tokens once', async () => {
  await using caller = await withClient();
  const { headers, status } = await decide(caller, 'approve');
  const target = new URL(headers.get('location') ?? '');
  expect([status, target.origin + target.pathname]).toEqual([302, redirectUri]);
  expect(target.searchParams.get('state')).toBe('x&y=1');
  const code = target.searchParams.get('code') ?? '';

  const tokens = await exchange(caller, code);
  expect(tokens.status).toBe(200);
  expect(Object.keys(tokens.body).sort()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'token_type',
  ]);
  expect(tokens.body).toMatchObject({ token_type: 'Bearer', expires_in: 1_296_000 });
  const authorization = `Bearer ${tokens.body.access_token}`;
  expect((await caller.get('playlist', { authorization })).status).toBe(200);

  const again = await exchange(caller, code);
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
});

test('denial is reported to the client', async () => {
  await using caller = await withClient();
  const target = new URL((await decide(caller, 'deny')).headers.get('location') ?? '');
  expect(Object.fromEntries(target.searchParams)).toEqual({ error: 'access_denied', state: 'x&y=1' });
});

test('an unregistered address is never redirected to', async () => {
  await using caller = await withClient();
  for (const wrong of [
    { client_id: '8' },
    { redirect_uri: 'http://evil.example/' },
    { redirect_uri: `${redirectUri}/x` },
  ]) {
    const page = await caller.get(`/oauth/authorize?${new URLSearchParams({ ...known, ...wrong })}`, noToken);
    expect([page.status, page.headers.has('location')]).toEqual([400, false]);
    const answer = await decide(caller, 'approve', wrong);
    expect([answer.status, answer.headers.has('location')]).toEqual([400, false]);
  }
  const type = { ...known, response_type: 'token' };
  const { headers } = await caller.get(`/oauth/authorize?${new URLSearchParams(type)}`, noToken);
  expect(headers.get('location')).toContain('error=unsupported_response_type');
});

test('another site can neither submit the approval nor reach the page by its own name', async () => {
  await using caller = await withClient();
  const pressed = await decide(caller, 'approve', {}, 'http://evil.example');
  expect([pressed.status, pressed.headers.has('location')]).toEqual([403, false]);
});

test('a code is bound to its client, its address and one minute', async () => {
  let now = Date.UTC(2026, 0, 1);
  await using caller = await withClient({ now: () => now });
  caller.cms.login.addClient({ clientId: '9', clientSecret, redirectUri });
  const stolen = await newCode(caller);
  const other = { grant_type: 'authorization_code', redirect_uri: redirectUri, code: stolen };
  expect((await token(caller, { ...other, client_id: '9' })).body.error).toBe('invalid_grant');
  const code = await newCode(caller);
  expect((await token(caller, { ...other, code, redirect_uri: 'http://x/' })).body.error).toBe(
    'invalid_grant',
  );
  const late = await newCode(caller);
  now += 60_000;
  expect((await exchange(caller, late)).body.error).toBe('invalid_grant');
});

test('a wrong secret, grant or body is refused', async () => {
  await using caller = await withClient();
  const secret = await token(caller, { grant_type: 'refresh_token', client_secret: 'a-secreT' });
  expect([secret.status, secret.body.error]).toEqual([401, 'invalid_client']);
  expect((await token(caller, { grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
  expect((await refresh(caller, 'nothing')).body.error).toBe('invalid_grant');
  expect(
    (await caller.call('POST', '/oauth/token', 'x', { ...noToken, 'content-type': 'text/plain' })).status,
  ).toBe(415);
  expect((await caller.get('/oauth/token', noToken)).status).toBe(405);
});

test('an access token expires, and a refresh token rotates', async () => {
  let now = Date.UTC(2026, 0, 1);
  await using caller = await withClient({ now: () => now, variants: { accessTokenSeconds: 60 } });
  const first = (await exchange(caller, await newCode(caller))).body;
  expect(first.expires_in).toBe(60);
  const status = async (value: string) =>
    (await caller.get('device', { authorization: `Bearer ${value}` })).status;
  expect(await status(first.access_token)).toBe(200);
  now += 60_000;
  expect(await status(first.access_token)).toBe(401);
  const second = (await refresh(caller, first.refresh_token)).body;
  expect(await status(second.access_token)).toBe(200);
  expect((await refresh(caller, first.refresh_token)).body.error).toBe('invalid_grant');
  expect((await refresh(caller, second.refresh_token)).status).toBe(200);
  expect(caller.cms.login.refreshes).toBe(2);
});

test('without rotation the refresh token stays, and the answer may omit it', async () => {
  await using caller = await withClient({ variants: { refreshRotation: false } });
  const first = (await exchange(caller, await newCode(caller))).body;
  expect((await refresh(caller, first.refresh_token)).body.refresh_token).toBe(first.refresh_token);
  caller.cms.variants.refreshAnswer = 'without-refresh-token';
  for (const rotation of [false, true]) {
    caller.cms.variants.refreshRotation = rotation;
    const answer = await refresh(caller, first.refresh_token);
    expect([answer.status, 'refresh_token' in answer.body]).toEqual([200, false]);
  }
  expect((await refresh(caller, first.refresh_token)).status).toBe(200);
});

test('tokens can be expired at once, revoked, and a personal token deleted', async () => {
  await using caller = await withClient();
  const { login, token: personal } = caller.cms;
  const tokens = (await exchange(caller, await newCode(caller))).body;
  const status = async (value: string) =>
    (await caller.get('device', { authorization: `Bearer ${value}` })).status;
  login.expireAccessTokens();
  expect(await status(tokens.access_token)).toBe(401);
  const fresh = (await refresh(caller, tokens.refresh_token)).body;
  expect(await status(fresh.access_token)).toBe(200);
  login.revokeLogins();
  expect(await status(fresh.access_token)).toBe(401);
  expect((await refresh(caller, fresh.refresh_token)).body.error).toBe('invalid_grant');
  expect(await status(personal)).toBe(200);
  login.revokePersonalToken(personal);
  expect(await status(personal)).toBe(401);
});
