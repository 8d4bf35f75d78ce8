import { expect, test } from 'vitest';
import type { DemoCmsOptions } from '../../src/demo/cms.ts';
import type { Credentials } from '../../src/main/cms/credentials.ts';
import { folder, loggedIn, login, oauthClient } from '../cms/login-support.ts';
import { client, demo } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

async function loggedInDemo(variants: DemoCmsOptions['variants'] = {}) {
  const server = await demo({
    variants,
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
  const { credentials, file, endpoint } = login(await folder(), server.origin);
  await loggedIn(server, file);
  return { server, credentials, file, endpoint };
}

test('row 17 · 20 calls with an expired token cause one refresh', async () => {
  const { server, credentials } = await loggedInDemo();
  const { cms } = client(server.baseUrl, { credentials });
  await cms.playlists();
  for (let round = 1; round <= 3; round++) {
    server.login.expireAccessTokens();
    const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? cms.devices() : cms.deviceGroups()));
    await Promise.all(calls);
    expect(server.login.refreshes).toBe(round);
    expect(server.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(round);
  }
});

test('row 17 · downloads that are refused together share one refresh too', async () => {
  const { server, credentials } = await loggedInDemo();
  const { cms } = client(server.baseUrl, { credentials });
  await cms.downloadHeaders(`${server.baseUrl}mediafile/5/download`);
  server.login.expireAccessTokens();
  expect(await Promise.all(Array.from({ length: 20 }, () => cms.refreshLogin()))).toEqual(
    Array(20).fill(true),
  );
  expect(await cms.refreshLogin()).toBe(true);
  expect(server.login.refreshes).toBe(1);
});

test('row 17 · control: credentials renewed for each call cause many refreshes', async () => {
  const { server, endpoint, file } = await loggedInDemo({ refreshRotation: false });
  let pair = await file.read();
  const naive: Credentials = {
    current: async () => pair.accessToken,
    secrets: () => [],
    refresh: async () => {
      pair = await endpoint.refresh(pair.refreshToken ?? '');
      return true;
    },
  };
  const { cms } = client(server.baseUrl, { credentials: naive });
  await cms.playlists();
  server.login.expireAccessTokens();
  await Promise.all(Array.from({ length: 20 }, () => cms.devices()));
  expect(server.login.refreshes).toBeGreaterThan(1);
  reportRow(17, { negativeControl: true });
});
