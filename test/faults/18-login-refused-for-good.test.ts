import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { folder, loggedIn, login, oauthClient } from '../cms/login-support.ts';
import { show } from '../cms/still-plays.ts';
import { clockAt, demo, failure, rawServer } from '../cms/support.ts';
import { killLoop } from '../support/kill-loop.ts';
import { slow } from '../support/limits.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

const clients = [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }];

test('row 18 · after revocation the show goes on, the state is reported, and requests to the CMS pause', async () => {
  const { rig, restart, refused, stillPlays } = await show({ tokens: { clients } });
  const clock = clockAt(Date.now());
  const dataDir = await folder();
  const { credentials } = login(dataDir, rig.demo.origin, { clock });
  const person = login(dataDir, rig.demo.origin);
  await loggedIn(rig.demo, person.file);
  const parts = await restart({ credentials });
  await parts.sync.once();

  rig.demo.login.revokeLogins();
  const error = await refused('login-needed', parts);
  expect(error).toMatchObject({ kind: 'auth' });
  expect(inEnglish(error.remedy ?? verbatim(''))).toContain('vitrine cms login');
  const before = rig.demo.requests.length;
  for (let round = 0; round < 5; round++) await refused('login-needed', parts);
  expect(rig.demo.requests.length).toBe(before);

  // The slow retry: the refusal may have been a mistake of the CMS.
  clock.pass(11 * 60_000);
  await refused('login-needed', parts);
  expect(rig.demo.requests.length).toBeGreaterThan(before);

  // A person logs in again while the player runs.
  await loggedIn(rig.demo, person.file);
  await parts.sync.once();
  stillPlays(parts);
});

test(
  'row 18 · killed during a refresh: still logged in wherever the answer had been read',
  slow,
  async () => {
    const server = await demo({ tokens: { clients } });
    let lost = 0;
    const { kills, byCall } = await killLoop({
      child: new URL('../cms/refresh-child.ts', import.meta.url),
      args: [server.origin, oauthClient.clientId, oauthClient.clientSecret],
      prepare: async (at) => {
        await mkdir(at, { recursive: true });
        await loggedIn(server, login(at, server.origin).file);
        server.login.expireAccessTokens();
        server.login.refreshes = 0;
      },
      paths: (at) => [
        join(at, 'login.json'),
        join(at, 'login.json.new'),
        join(at, 'login.lock'),
        join(at, 'used'),
        at,
      ],
      calls: ['pwrite64', 'write', 'ftruncate', 'fsync', 'rename', 'unlink'],
      check: async (at, point) => {
        const { credentials, file } = login(at, server.origin);
        const pair = await file.read();
        const used = await readFile(join(at, 'used'), 'utf8').catch(() => null);
        // It was never used before it was on disk.
        if (used !== null && used !== '') expect(pair.accessToken).toBe(used);
        if (server.login.mayCall(pair.accessToken)) return;
        // The old pair is tried once more; if the server has rotated it, only a new login helps, which the error says.
        const outcome = await credentials.refresh(pair.accessToken).then(
          () => 'logged in',
          (error: { code: string }) => error.code,
        );
        if (outcome === 'logged in') return;
        expect(outcome, JSON.stringify(point)).toBe('login-needed');
        // The answer was not on disk yet, only in the memory of the killed process.
        expect(point, JSON.stringify(point)).toMatchObject({
          survived: false,
          call: expect.stringMatching(/write/),
        });
        lost++;
      },
    });
    expect(kills).toBeGreaterThan(4);
    expect(byCall.rename).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(1);
    reportRow(18, { kills, note: `${lost} of ${kills} kills fell between the server's answer and the disk` });
  },
);

test('row 18 · a crash before the answer: the old token is tried once more, then a new login is requested', async () => {
  const server = await demo({ tokens: { clients } });
  const dataDir = await folder();
  const before = login(dataDir, server.origin);
  const { accessToken, refreshToken } = await loggedIn(server, before.file);
  // The server has rotated the pair, but its answer never arrived.
  server.login.redeemRefresh(refreshToken ?? '', oauthClient.clientId);
  server.login.expireAccessTokens();
  const after = login(dataDir, server.origin);
  expect(await failure(after.credentials.refresh(accessToken))).toMatchObject({ code: 'login-needed' });
  expect(await failure(after.credentials.refresh(accessToken))).toMatchObject({ code: 'login-needed' });
  expect(await failure(after.credentials.current())).toMatchObject({ code: 'login-needed' });
  expect(server.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
});

test('row 18 · an answer that breaks off is no refusal: the login is kept and retried', async () => {
  const server = await rawServer((request) => void request.socket.destroy());
  const { credentials, file } = login(await folder(), server.origin);
  await file.write({ accessToken: 'old', refreshToken: 'older', obtainedAt: 0, expiresAt: null });
  expect(await failure(credentials.refresh('old'))).toMatchObject({
    code: 'cms-unreachable-cut',
    kind: 'temporary',
  });
  expect(await credentials.current()).toBe('old');
});

test('row 18 · control: without the pause every cycle requests a new token', async () => {
  const { show, folder, login, loggedIn } = await clientWithout<
    typeof import('../../src/main/cms/renewal-rest.ts')
  >('cms/renewal-rest.ts', ({ RenewalRest }) => ({
    RenewalRest: class extends RenewalRest {
      override reason(): null {
        return null;
      }
    },
  }));
  const { rig, restart, refused } = await show({ tokens: { clients } });
  const { credentials, file } = login(await folder(), rig.demo.origin);
  await loggedIn(rig.demo, file);
  const parts = await restart({ credentials });
  await parts.sync.once();
  rig.demo.login.revokeLogins();
  await refused('login-needed', parts);
  const before = rig.demo.requests.length;
  for (let round = 0; round < 5; round++) await refused('login-needed', parts);
  expect(rig.demo.requests.length - before).toBeGreaterThanOrEqual(5);
  reportRow(18, { negativeControl: true });
});
