import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DemoCms } from '../../src/demo/cms.ts';
import { LoginCredentials } from '../../src/main/cms/login-credentials.ts';
import { LoginFile } from '../../src/main/cms/login-file.ts';
import { type TokenEndpoint, type TokenPair, tokenEndpoint } from '../../src/main/cms/oauth.ts';
import { type Clock, systemClock } from '../../src/main/ground/clock.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { createTransport, defaultTransportLimits } from '../../src/main/net/transport.ts';
import { onLoopback } from '../support/on-loopback.ts';

export const oauthClient = { clientId: '77', clientSecret: 'vcs_recognisable-client-secret' };

export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vitrine-login-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

export interface TestLogin {
  readonly credentials: LoginCredentials;
  readonly file: LoginFile;
  readonly endpoint: TokenEndpoint;
  readonly lines: LogLine[];
}

/** The credentials of one process on that folder. */
export function login(
  dataDir: string,
  authUrl: string,
  needs: { readonly clock?: Clock; readonly fs?: FileSystem } = {},
): TestLogin {
  const clock = needs.clock ?? systemClock;
  const network = createNetwork({ env: {}, reach: onLoopback() });
  onTestFinished(() => network.close());
  const limits = { ...defaultTransportLimits, answerMs: 10_000, silenceMs: 10_000 };
  const endpoint = tokenEndpoint(
    { authUrl, ...oauthClient },
    createTransport(network, clock, 'Vitrine', limits),
    clock,
  );
  const file = new LoginFile(needs.fs ?? realFileSystem, join(dataDir, 'login.json'), {
    authUrl,
    clientId: oauthClient.clientId,
  });
  const lines: LogLine[] = [];
  const credentials = new LoginCredentials({
    file,
    endpoint,
    lockPath: join(dataDir, 'login.lock'),
    clock,
    log: createLog((line) => lines.push(line)),
    secrets: () => [oauthClient.clientSecret],
  });
  return { credentials, file, endpoint, lines };
}

/** A login known to the demo CMS, as an earlier login has left it. */
export async function loggedIn(server: DemoCms, file: LoginFile, now = Date.now()): Promise<TokenPair> {
  const answer = server.login.issueTokens(oauthClient.clientId);
  const pair = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    obtainedAt: now,
    expiresAt: now + answer.expires_in * 1000,
  };
  await file.write(pair);
  return pair;
}
