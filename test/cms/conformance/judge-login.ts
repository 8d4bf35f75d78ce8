import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoCms } from '../../../src/demo/cms.ts';
import type { Variants } from '../../../src/demo/variants.ts';
import { createCms } from '../../../src/main/cms/client.ts';
import { LoginCredentials } from '../../../src/main/cms/login-credentials.ts';
import { LoginFile } from '../../../src/main/cms/login-file.ts';
import { tokenEndpoint } from '../../../src/main/cms/oauth.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { createNetwork } from '../../../src/main/net/network.ts';
import { createTransport, defaultTransportLimits } from '../../../src/main/net/transport.ts';
import { onLoopback } from '../../support/on-loopback.ts';
import type { Verdict } from './judge.ts';

const redirectUri = 'http://127.0.0.1:8787/callback';

/** Redeems a code, uses the login, lets it expire, renews and uses it again, three times. */
export async function judgeLogins(): Promise<readonly Verdict[]> {
  const shapes: readonly (readonly [string, Partial<Variants>])[] = [
    ['defaults', {}],
    ['the refresh token stays', { refreshRotation: false }],
    ['the refresh answer names no refresh token', { refreshAnswer: 'without-refresh-token' }],
    ['neither rotated nor named', { refreshRotation: false, refreshAnswer: 'without-refresh-token' }],
    ['tokens of two seconds', { accessTokenSeconds: 2 }],
  ];
  return Promise.all(shapes.map(([variant, variants]) => judgeLogin(variant, variants)));
}

async function judgeLogin(variant: string, variants: Partial<Variants>): Promise<Verdict> {
  const verdict = (outcome: string): Verdict => ({
    row: 'OAuth2 login',
    variant,
    outcome,
    asExpected: outcome === 'accepted',
  });
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
  const client = { clientId: '5', clientSecret: 'conformance-client-secret' };
  const demo = await startDemoCms({ variants, tokens: { clients: [{ ...client, redirectUri }] } });
  const network = createNetwork({ env: {}, reach: onLoopback() });
  const log = createLog(() => undefined);
  const file = new LoginFile(realFileSystem, join(folder, 'login.json'), { authUrl: demo.origin, ...client });
  const transport = createTransport(network, systemClock, 'Vitrine', defaultTransportLimits);
  const endpoint = tokenEndpoint({ authUrl: demo.origin, ...client }, transport, systemClock);
  const credentials = new LoginCredentials({
    file,
    endpoint,
    lockPath: join(folder, 'login.lock'),
    clock: systemClock,
    log,
    secrets: () => [client.clientSecret],
  });
  const retryAfter = { until: () => null, set: () => undefined };
  const cms = createCms({ baseUrl: demo.baseUrl, credentials, retryAfter, clock: systemClock, log, network });
  try {
    await file.write(
      await endpoint.redeemCode(demo.login.issueCode(client.clientId, redirectUri), redirectUri, 'verifier'),
    );
    for (let round = 0; round < 3; round++) {
      await cms.playlists();
      demo.login.expireAccessTokens();
    }
    await cms.playlists();
    return verdict('accepted');
  } catch (error) {
    return verdict(`refused, ${(error as Error).message}`);
  } finally {
    network.close();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
