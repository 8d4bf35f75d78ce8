import { expect, test } from 'vitest';
import type { Credentials } from '../../src/main/cms/credentials.ts';
import { folder, loggedIn, login, oauthClient } from '../cms/login-support.ts';
import { client, demo } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

async function loggedInDemo() {
  const server = await demo({
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
  const { credentials, file } = login(await folder(), server.origin);
  await loggedIn(server, file);
  return { server, credentials };
}

test('row 17 · 20 calls meet an expired token: one refresh', async () => {
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

test('row 17 · downloads that are refused together are served by one refresh too', async () => {
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

test('row 17 · without the shared refresh the same calls spend many (negative control)', async () => {
  const { server, credentials } = await loggedInDemo();
  let asked = 0;
  const unshared: Credentials = {
    ...credentials,
    current: () => credentials.current(),
    secrets: () => [],
    refresh: async (refused) => {
      asked++;
      return credentials.refresh(refused);
    },
  };
  const { cms } = client(server.baseUrl, { credentials: unshared });
  await cms.playlists();
  server.login.expireAccessTokens();
  await Promise.all(Array.from({ length: 20 }, () => cms.devices()));
  expect(asked).toBeGreaterThan(1);
  expect(server.login.refreshes).toBe(1);
  reportRow(17, { fault: '20 calls meet an expired token', held: true, negativeControl: true });
});
