import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createCmsFromConfig,
  credentialsFromConfig,
  loginFromConfig,
  networkFromConfig,
} from '../../src/main/cms/from-config.ts';
import { type Config, loadConfig } from '../../src/main/config/config.ts';
import { secretPath } from '../../src/main/config/secret-path.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { folder, loggedIn, oauthClient } from './login-support.ts';
import { demo, failure, retryAfterInMemory, token } from './support.ts';

const needs = () => ({
  retryAfter: retryAfterInMemory(),
  clock: systemClock,
  log: createLog(() => undefined),
});

function config(env: Record<string, string>): Config {
  return loadConfig({ env: { HOME: '/nonexistent', ...env } });
}

test('the token is read from a variable, a file, or a systemd credential', async () => {
  const server = await demo();
  const credentials = await folder();
  await writeFile(join(credentials, 'cms-token'), `${token}\n`);
  const given = [
    { VITRINE_CMS_TOKEN: token },
    { VITRINE_CMS_TOKEN_FILE: join(credentials, 'cms-token') },
    { VITRINE_CMS_TOKEN_FILE: 'cms-token' },
  ];
  for (const env of given) {
    const of = config({ VITRINE_CMS_URL: server.origin, ...env });
    const cms = createCmsFromConfig(of, { ...needs(), env: { CREDENTIALS_DIRECTORY: credentials } });
    expect((await cms.playlists()).records.length).toBeGreaterThan(0);
    cms.close();
  }
  expect(secretPath('name', {})).toBe('name');
  expect(secretPath('a/b', { CREDENTIALS_DIRECTORY: '/run/x' })).toBe('a/b');
  expect(secretPath('/etc/token', { CREDENTIALS_DIRECTORY: '/run/x' })).toBe('/etc/token');
});

test('a missing setting is reported where it is used, with its name', async () => {
  expect(() => createCmsFromConfig(config({}), needs())).toThrow(/No CMS is configured/);
  const cms = createCmsFromConfig(config({ VITRINE_CMS_URL: 'http://127.0.0.1:1' }), needs());
  const error = await failure(cms.playlists());
  expect(error).toMatchObject({ code: 'token-missing', kind: 'auth' });
  expect(inEnglish(error.remedy ?? verbatim(''))).toContain('VITRINE_CMS_TOKEN');
  cms.close();
  const odd = { ...config({ VITRINE_CMS_URL: 'http://127.0.0.1:1' }) };
  const profile = { cms: { ...odd.cms, profile: { entriesPaths: 'x' } } };
  expect(() => createCmsFromConfig({ ...odd, ...profile }, needs())).toThrow(
    /cms\.profile\.entriesPaths is not a setting/,
  );
});

test('a file with the client secret that was replaced counts at the next renewal', async () => {
  const dataDir = await folder();
  const clientSecretFile = join(dataDir, 'secret');
  await writeFile(clientSecretFile, 'the-secret-before\n');
  const server = await demo({
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
  const usual = config({ VITRINE_CMS_URL: server.origin, VITRINE_DATA_DIR: dataDir });
  const oauth = {
    authUrl: null,
    clientId: oauthClient.clientId,
    clientSecret: null,
    clientSecretFile,
    redirectPort: 8787,
  };
  const of = { ...usual, cms: { ...usual.cms, oauth } };
  const network = networkFromConfig(of);
  onTestFinished(() => network.close());
  const { file, endpoint } = loginFromConfig(of, oauth, needs(), network);
  const credentials = credentialsFromConfig(of, needs(), network);
  const { accessToken, refreshToken } = await loggedIn(server, file);
  const renewed = () => endpoint.refresh(refreshToken ?? '');
  expect(await failure(renewed())).toMatchObject({ code: 'login-client-refused' });
  await rm(clientSecretFile);
  // The file is just being replaced.
  expect(await failure(renewed())).toMatchObject({ code: 'login-client-refused' });
  await writeFile(clientSecretFile, oauthClient.clientSecret);
  expect(await credentials.refresh(accessToken)).toBe(true);
  expect(server.login.mayCall(await credentials.current())).toBe(true);
  expect(credentials.secrets()).toContain(oauthClient.clientSecret);
});
