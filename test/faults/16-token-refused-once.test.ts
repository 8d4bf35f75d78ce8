import { expect, test } from 'vitest';
import { folder, loggedIn, login, oauthClient } from '../cms/login-support.ts';
import { show } from '../cms/still-plays.ts';
import { client, demo, failure } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

const clients = [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }];

test('row 16 · a 401 causes one refresh and one replay', async () => {
  const { rig, restart, stillPlays } = await show({ tokens: { clients } });
  const { credentials, file } = login(await folder(), rig.demo.origin);
  await loggedIn(rig.demo, file);
  const parts = await restart({ credentials });
  await parts.sync.once();
  rig.demo.login.expireAccessTokens();
  const before = rig.demo.requests.length;
  expect(await parts.sync.once()).toMatchObject({ changed: false, failed: [] });
  stillPlays(parts);
  const requested = rig.demo.requests.slice(before).map(({ path }) => path);
  expect(requested.filter((path) => path === '/oauth/token')).toHaveLength(1);
  expect(requested.slice(0, 3)).toEqual([requested[0], '/oauth/token', requested[0]]);
});

test('row 16 · a token refused after its renewal is not renewed repeatedly', async () => {
  const server = await demo({ tokens: { clients } });
  const { credentials, file } = login(await folder(), server.origin);
  await loggedIn(server, file);
  server.intercept = (request, response) => {
    if (!request.url?.startsWith('/api/')) return false;
    response.writeHead(401).end();
    return true;
  };
  const { cms } = client(server.baseUrl, { credentials });
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-unauthorised', kind: 'auth' });
  const requested = server.requests.map(({ path }) => path);
  expect(requested).toEqual(['/api/v1.0/playlist', '/oauth/token', '/api/v1.0/playlist']);
});

test('row 16 · control: without a renewal the first 401 ends the cycle', async () => {
  const { rig, restart, refused } = await show({ tokens: { clients } });
  const { credentials, file } = login(await folder(), rig.demo.origin);
  await loggedIn(rig.demo, file);
  const parts = await restart({
    credentials: {
      current: () => credentials.current(),
      secrets: () => credentials.secrets(),
      refresh: async () => false,
    },
  });
  await parts.sync.once();
  rig.demo.login.expireAccessTokens();
  expect(await refused('cms-unauthorised', parts)).toMatchObject({ kind: 'auth' });
  reportRow(16, { negativeControl: true });
});
