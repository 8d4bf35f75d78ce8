import { dirname, join } from 'node:path';
import { type Config, type ConfigSources, loadConfig } from '../config/config.ts';

/** The first line of the demo CMS's output. */
export interface Addresses {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly token: string;
  readonly deviceId: string;
}

/** Ignores configuration files: only the environment, a separate data folder and, once it is known, the demo CMS. */
export function demoSources(
  env: NodeJS.ProcessEnv,
  cms: Addresses | null,
  device: string | null = null,
): ConfigSources {
  const plain = loadConfig({ env, noFile: true, setup: {} });
  return {
    noFile: true,
    env: {
      ...env,
      // A demo should not require a new user account.
      VITRINE_CHROMIUM_USER: env.VITRINE_CHROMIUM_USER || 'nobody',
      VITRINE_DATA_DIR: env.VITRINE_DATA_DIR || join(dirname(plain.dataDir), 'vitrine-demo'),
      ...(cms === null
        ? {}
        : {
            VITRINE_CMS_URL: cms.baseUrl,
            VITRINE_CMS_TOKEN: cms.token,
            VITRINE_CMS_TOKEN_FILE: '',
            VITRINE_DEVICE:
              env.VITRINE_PLAYLIST || env.VITRINE_DEVICE_GROUP
                ? (env.VITRINE_DEVICE ?? '')
                : (device ?? cms.deviceId),
            // Edits in the demo console should show within seconds.
            VITRINE_SYNC_SECONDS: env.VITRINE_SYNC_SECONDS || '2',
          }),
    },
  };
}

export function demoConfig(env: NodeJS.ProcessEnv, cms: Addresses | null): Config {
  return loadConfig(demoSources(env, cms));
}
