import { isAbsolute, join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { CmsApi, PatienceStore } from './api.ts';
import { createCms } from './client.ts';
import { type Credentials, noCredentials, personalToken, tokenFile } from './credentials.ts';
import { parseProfile } from './profile.ts';

export interface CmsSurroundings {
  readonly patience: PatienceStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly env?: NodeJS.ProcessEnv;
}

/** The client that the configuration describes: for the engine and for the commands. */
export function createCmsFromConfig(config: Config, parts: CmsSurroundings): CmsApi & { close(): void } {
  return createCms({
    ...parts,
    baseUrl: configuredUrl(config),
    credentials: credentialsFromConfig(config, parts),
    profile: parseProfile(config.cms.profile),
    proxy: config.cms.proxy,
    caFile: config.cms.caFile,
  });
}

export function configuredUrl(config: Config): string {
  if (config.cms.url !== null) return config.cms.url;
  throw new VitrineError('usage', 'cms-address-missing', 'No CMS is configured.', {
    remedy: 'Set cms.url in the configuration, or VITRINE_CMS_URL.',
  });
}

export function credentialsFromConfig(config: Config, parts: CmsSurroundings): Credentials {
  const { token, tokenFile: file } = config.cms;
  if (token !== null) return personalToken(token);
  if (file !== null) return tokenFile(secretPath(file, parts.env ?? process.env));
  return noCredentials('Set VITRINE_CMS_TOKEN, VITRINE_CMS_TOKEN_FILE or cms.oauth in the configuration.');
}

/** A bare name is looked up among the credentials that systemd hands to the service. */
export function secretPath(file: string, env: NodeJS.ProcessEnv): string {
  const folder = env.CREDENTIALS_DIRECTORY;
  return folder && !isAbsolute(file) && !/[\\/]/.test(file) ? join(folder, file) : file;
}
