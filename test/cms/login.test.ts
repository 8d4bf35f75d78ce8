import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DemoCms, DemoCmsOptions } from '../../src/demo/cms.ts';
import { tokenFile } from '../../src/main/cms/credentials.ts';
import { authorizeAddress, completeLogin } from '../../src/main/cms/login.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { listenForCode } from '../../src/main/net/loopback.ts';
import { freePort } from '../support/free-port.ts';
import { folder, loggedIn, login, oauthClient } from './login-support.ts';
import { client, clockAt, demo, failure, json, rawServer } from './support.ts';

const day = 86_400_000;

function cmsWithClient(options: DemoCmsOptions = {}): Promise<DemoCms> {
  return demo({
    ...options,
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
}

const tokenCalls = (server: DemoCms): number =>
  server.requests.filter(({ path }) => path === '/oauth/token').length;

test('a login checks the state, redeems the code and writes a file for its owner only', async () => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const server = await demo({ tokens: { clients: [{ ...oauthClient, redirectUri }] } });
  const dataDir = await folder();
  const { file, endpoint, credentials } = login(dataDir, server.origin);
  expect(await failure(credentials.current())).toMatchObject({ code: 'login-needed', kind: 'auth' });

  const loopback = await listenForCode(port);
  const address = new URL(authorizeAddress({ authUrl: server.origin, ...oauthClient }, loopback));
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: '77',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: loopback.state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const challenge = address.searchParams.get('code_challenge');
  const done = completeLogin({
    loopback,
    endpoint,
    file,
    lockPath: join(dataDir, 'login.lock'),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const code = server.login.issueCode(oauthClient.clientId, redirectUri, challenge);
  const visit = async (query: string, init: RequestInit = {}): Promise<number> =>
    (await fetch(`${redirectUri}?${query}`, init)).status;
  expect(await visit(`code=${code}&state=wrong`)).toBe(400);
  expect(await visit(`code=${code}`)).toBe(400);
  expect(await visit(`code=${code}&state=${loopback.state}`, { method: 'POST' })).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/other?code=x&state=${loopback.state}`)).status).toBe(404);
  expect(loopback.offer('nonsense')).toBe('That is no address.');
  expect(loopback.offer(`${redirectUri}?state=${loopback.state}`)).toBe('The address carries no code.');
  expect(await visit(`code=${code}&state=${loopback.state}`)).toBe(200);
  await done;
  loopback.close();
  expect(server.login.mayCall(await credentials.current())).toBe(true);
  expect((await stat(join(dataDir, 'login.json'))).mode & 0o777).toBe(0o600);
});

test('a stolen code is useless, even with the client secret', async () => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const server = await demo({ tokens: { clients: [{ ...oauthClient, redirectUri }] } });
  const { endpoint } = login(await folder(), server.origin);
  const loopback = await listenForCode(port);
  loopback.close();
  const requested = new URL(authorizeAddress({ authUrl: server.origin, ...oauthClient }, loopback));
  const approved = await fetch(`${server.origin}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.origin },
    body: new URLSearchParams({ ...Object.fromEntries(requested.searchParams), decision: 'approve' }),
  });
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';
  expect(await failure(endpoint.redeemCode(code, redirectUri, 'guessed'))).toMatchObject({
    code: 'login-code-refused',
  });
});

test('a pasted address works too, and a refusal by the CMS is reported', async () => {
  const port = await freePort();
  const pasted = await listenForCode(port);
  expect(pasted.offer(` http://127.0.0.1:${port}/callback?code=abc&state=${pasted.state} `)).toBeNull();
  expect(await pasted.code).toBe('abc');
  pasted.close();
  const denied = await listenForCode(port);
  denied.offer(`http://127.0.0.1:${port}/callback?error=access_denied&state=${denied.state}`);
  expect(await failure(denied.code)).toMatchObject({ code: 'login-denied', kind: 'auth' });
  expect(await failure(listenForCode(port))).toMatchObject({ code: 'login-port-taken' });
  denied.close();
});

test('the tokens go only to their own CMS, and a damaged file requires a new login', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  const { file, credentials } = login(dataDir, server.origin);
  await loggedIn(server, file);
  const elsewhere = login(dataDir, 'https://other.example.com');
  expect(await failure(elsewhere.credentials.current())).toMatchObject({ code: 'login-needed' });
  await writeFile(file.path, '{"accessToken":"s3cret-token"');
  const error = await failure(credentials.current());
  expect(error).toMatchObject({ code: 'login-needed', kind: 'auth' });
  expect(JSON.stringify([error, error.message, error.stack])).not.toContain('s3cret');
});

test('a login is renewed once before it expires; if that fails, calls continue with the old token', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  const clock = clockAt(Date.now());
  const { file, credentials } = login(dataDir, server.origin, { clock });
  const { accessToken } = await loggedIn(server, file);
  expect(await credentials.current()).toBe(accessToken);
  expect(tokenCalls(server)).toBe(0);

  clock.pass(14.5 * day);
  server.intercept = (_, response) => {
    json(response, {}, 500);
    return true;
  };
  expect(await credentials.current()).toBe(accessToken);
  expect(await credentials.current()).toBe(accessToken);
  expect(tokenCalls(server)).toBe(1);

  server.intercept = null;
  const other = login(dataDir, server.origin, { clock });
  const renewed = await Promise.all(Array.from({ length: 10 }, () => other.credentials.current()));
  expect(new Set(renewed).size).toBe(1);
  expect(renewed[0]).not.toBe(accessToken);
  // The first process reads the second one's pair without a request to the CMS.
  expect(await credentials.current()).toBe(renewed[0]);
  expect(tokenCalls(server)).toBe(2);
});

test('an answer without a refresh token keeps the old one', async () => {
  const server = await cmsWithClient({ variants: { refreshAnswer: 'without-refresh-token' } });
  const { file, credentials } = login(await folder(), server.origin);
  const before = await loggedIn(server, file);
  for (let round = 0; round < 3; round++) {
    server.login.expireAccessTokens();
    expect(await credentials.refresh(await credentials.current())).toBe(true);
  }
  expect((await file.read()).refreshToken).toBe(before.refreshToken);
});

test('two processes with the same expired token spend the refresh token once', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  const processes = Array.from({ length: 4 }, () => login(dataDir, server.origin));
  const { accessToken } = await loggedIn(server, processes[0]?.file ?? login(dataDir, server.origin).file);
  const tokens = await Promise.all(
    processes.map(async ({ credentials }) => {
      await credentials.current();
      return credentials.refresh(accessToken).then(() => credentials.current());
    }),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(server.login.refreshes).toBe(1);
});

test('a full disk is detected before the refresh token is spent', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  let isFull = false;
  const fs = {
    ...realFileSystem,
    open: async (path: string, flags: 'r' | 'w' | 'wx' | 'a' | 'r+') => {
      const file = await realFileSystem.open(path, flags);
      const full = async (): Promise<void> => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      return isFull ? { ...file, write: full } : file;
    },
  };
  const { file, credentials } = login(dataDir, server.origin, { fs });
  const { accessToken } = await loggedIn(server, file);
  isFull = true;
  expect(await failure(credentials.refresh(accessToken))).toMatchObject({
    code: 'login-not-saved',
    kind: 'temporary',
  });
  expect(tokenCalls(server)).toBe(0);
  isFull = false;
  expect(await credentials.refresh(accessToken)).toBe(true);
});

test('a read-only data folder is reported, and the refresh token is not spent', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  const { file, credentials } = login(dataDir, server.origin);
  const { accessToken } = await loggedIn(server, file);
  await mkdir(join(dataDir, 'login.lock'));
  expect(await failure(credentials.refresh(accessToken))).toMatchObject({
    code: 'login-not-saved',
    kind: 'temporary',
  });
  expect(tokenCalls(server)).toBe(0);
});

test('a lock file filled by a damaged disk does not lose the login', async () => {
  const server = await cmsWithClient();
  const dataDir = await folder();
  const { file, credentials } = login(dataDir, server.origin);
  const { accessToken } = await loggedIn(server, file);
  await writeFile(join(dataDir, 'login.lock'), Buffer.alloc(4096));
  expect(await credentials.refresh(accessToken)).toBe(true);
  expect(server.login.refreshes).toBe(1);
});

test('a pair that could not be saved is neither used nor lost, and is saved as soon as the disk allows', async () => {
  const server = await cmsWithClient();
  let mayRename = true;
  const fs = {
    ...realFileSystem,
    rename: async (from: string, to: string) => {
      if (!mayRename) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
      await realFileSystem.rename(from, to);
    },
  };
  const { file, credentials } = login(await folder(), server.origin, { fs });
  const { accessToken } = await loggedIn(server, file);
  mayRename = false;
  expect(await failure(credentials.refresh(accessToken))).toMatchObject({ code: 'login-not-saved' });
  expect(await failure(credentials.current())).toMatchObject({ code: 'login-not-saved' });
  mayRename = true;
  const tokens = await Promise.all(Array.from({ length: 5 }, () => credentials.current()));
  expect(new Set(tokens).size).toBe(1);
  expect(server.login.mayCall(tokens[0] ?? '')).toBe(true);
  expect(server.login.refreshes).toBe(1);
});

test.each([
  ['no access token', { token_type: 'Bearer' }],
  ['another kind of token', { token_type: 'mac', access_token: 'a', refresh_token: 'b' }],
  ['a token that is no token', { token_type: 'Bearer', access_token: 'a b\r\nx: y' }],
  ['a list', []],
])('a token answer with %s is refused, and the old pair stays', async (_, answer) => {
  const server = await rawServer((request, response) =>
    request.url === '/oauth/token' ? json(response, answer) : json(response, {}, 401),
  );
  const { file, credentials } = login(await folder(), server.origin);
  await file.write({ accessToken: 'old', refreshToken: 'older', obtainedAt: 0, expiresAt: null });
  await failure(credentials.refresh('old'));
  expect(await file.read()).toMatchObject({ accessToken: 'old', refreshToken: 'older' });
});

test('a wrapped, camel-cased token answer is understood', async () => {
  const server = await rawServer((_, response) =>
    json(response, {
      data: { tokenType: 'bearer', accessToken: 'new', refreshToken: 'newer', expiresIn: '3600' },
    }),
  );
  const { file, credentials } = login(await folder(), server.origin);
  await file.write({ accessToken: 'old', refreshToken: 'older', obtainedAt: 0, expiresAt: null });
  await credentials.refresh('old');
  expect(await file.read()).toMatchObject({ accessToken: 'new', refreshToken: 'newer' });
});

test('a wrong client secret is distinguished from an expired login', async () => {
  const server = await demo({
    tokens: {
      clients: [{ clientId: '77', clientSecret: 'another', redirectUri: 'http://127.0.0.1:8787/callback' }],
    },
  });
  const { file, credentials } = login(await folder(), server.origin);
  const { accessToken } = await loggedIn(server, file);
  expect(await failure(credentials.refresh(accessToken))).toMatchObject({
    code: 'login-client-refused',
    kind: 'auth',
  });
});

test('a token file is reread when its token is refused', async () => {
  const path = join(await folder(), 'token');
  const server = await demo({ tokens: { personal: ['first', 'second'] } });
  await writeFile(path, 'first\n');
  const credentials = tokenFile(path);
  expect(credentials.secrets()).toEqual([]);
  const { cms } = client(server.baseUrl, { credentials });
  await cms.playlists();
  expect(credentials.secrets()).toEqual(['first']);
  server.login.revokePersonalToken('first');
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-unauthorised' });
  await writeFile(path, 'Bearer second');
  await cms.playlists();
});
