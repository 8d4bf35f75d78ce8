import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { normaliseBaseUrl } from '../config/cms-address.ts';
import type { Config, OAuthConfig } from '../config/config.ts';
import { secretPath } from '../config/secret-path.ts';
import { VitrineError } from '../ground/errors.ts';
import { realFileSystem } from '../ground/fs.ts';
import { createNetwork, type Network } from '../net/network.ts';
import type { Reach } from '../net/reach.ts';
import { type ReachConfig, reachFromConfig } from '../net/reach-from-config.ts';
import { createTransport, defaultTransportLimits } from '../net/transport.ts';
import type { CmsApi } from './api.ts';
import { type CmsNeeds, createCms } from './client.ts';
import {
  type Credentials,
  checkToken,
  noCredentials,
  personalToken,
  secretFile,
  tokenFile,
} from './credentials.ts';
import { beginDeviceLogin, type DeviceLogin } from './device-grant.ts';
import { LoginCredentials } from './login-credentials.ts';
import { LoginFile } from './login-file.ts';
import { type OAuthClient, type TokenEndpoint, tokenEndpoint } from './oauth.ts';
import { parseProfile } from './profile.ts';

/** The settings that a client of the CMS reads. */
export type CmsConfig = ReachConfig & Pick<Config, 'dataDir'>;

type LoginConfig = Pick<Config, 'cms' | 'dataDir'>;

type ConfiguredNeeds = Pick<CmsNeeds, 'retryAfter' | 'clock' | 'log' | 'env' | 'onServerTime' | 'network'>;

/** The client that the configuration describes: for the engine and for the commands. */
export function createCmsFromConfig(config: CmsConfig, needs: ConfiguredNeeds): CmsApi & { close(): void } {
  const network = needs.network ?? networkFromConfig(config, needs);
  const cms = createCms({
    ...needs,
    baseUrl: configuredUrl(config),
    credentials: credentialsFromConfig(config, needs, network),
    profile: parseProfile(config.cms.profile),
    network,
  });
  return { ...cms, close: () => (needs.network ? undefined : network.close()) };
}

export function configuredUrl(config: Pick<Config, 'cms'>): string {
  if (config.cms.url !== null) return config.cms.url;
  throw new VitrineError('usage', message('cms-address-missing'));
}

export function networkFromConfig(
  config: ReachConfig,
  { reach = reachFromConfig(config), env }: { readonly reach?: Reach; readonly env?: NodeJS.ProcessEnv } = {},
): Network {
  const { proxy, caFile } = config.cms;
  return createNetwork({ reach, proxy, caFile, ...(env ? { env } : {}) });
}

export function credentialsFromConfig(
  config: LoginConfig,
  needs: Pick<ConfiguredNeeds, 'clock' | 'log' | 'env'>,
  network: Network,
): Credentials {
  const env = needs.env ?? process.env;
  const { token, tokenFile: file, oauth } = config.cms;
  if (token !== null) return personalToken(token);
  if (file !== null) return tokenFile(secretPath(file, env));
  if (oauth === null) {
    return noCredentials();
  }
  const login = loginFromConfig(config, oauth, needs, network);
  return new LoginCredentials({
    ...login,
    ...needs,
    log: needs.log.named('login'),
    secrets: () => [login.client.clientSecret],
  });
}

export interface ConfiguredLogin {
  readonly client: OAuthClient;
  readonly file: LoginFile;
  readonly lockPath: string;
  readonly endpoint: TokenEndpoint;
  /** Null: this CMS does not support login on another device. */
  readonly byDevice: () => Promise<DeviceLogin | null>;
}

export function loginFromConfig(
  config: LoginConfig,
  oauth: OAuthConfig,
  needs: Pick<ConfiguredNeeds, 'clock' | 'env'>,
  network: Network,
): ConfiguredLogin {
  const secret = clientSecret(oauth, needs.env ?? process.env);
  const client: OAuthClient = {
    authUrl: new URL(oauth.authUrl ?? normaliseBaseUrl(configuredUrl(config))).origin,
    clientId: oauth.clientId,
    get clientSecret() {
      return secret();
    },
  };
  const transport = createTransport(network, needs.clock, 'Vitrine', defaultTransportLimits);
  const { authUrl, clientId } = client;
  return {
    client,
    file: new LoginFile(realFileSystem, join(config.dataDir, 'login.json'), { authUrl, clientId }),
    lockPath: join(config.dataDir, 'login.lock'),
    endpoint: tokenEndpoint(client, transport, needs.clock),
    byDevice: () => beginDeviceLogin(client, transport, needs.clock),
  };
}

/** Throws at once if there is none. A file may be replaced later. */
function clientSecret(
  { clientSecret: given, clientSecretFile: path }: OAuthConfig,
  env: NodeJS.ProcessEnv,
): () => string {
  const what = message('cms.token.secret');
  if (given !== null) {
    const secret = checkToken(given, what);
    return () => secret;
  }
  if (path === null) throw new VitrineError('usage', message('config-invalid.client-secret'));
  const file = secretFile(secretPath(path, env), what);
  file.read();
  return () => file.current();
}
