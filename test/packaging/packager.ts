import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Fuses, makeStandIn } from './stand-in.ts';
import { makeAppImageTools } from './stand-in-appimage.ts';
import { makeFpm } from './stand-in-fpm.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packager would fetch one. */
export const sevenZip =
  ['/usr/bin/7zz', '/usr/bin/7z', '/usr/bin/7za'].find((path) => existsSync(path)) ?? null;

/** As `electron-builder.yml` states them. */
export const fuses: Fuses = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  wasmTrapHandlers: true,
};

/** Lays into a folder whatever stands in for what the packager would fetch, Electron itself among it. */
export function makeTools(folder: string): void {
  makeStandIn(join(folder, 'electron'), fuses);
  makeFpm(folder);
  makeAppImageTools(folder);
}

/** Packages the built player with these tools, without a network, into `out` beside them. */
export async function packageInto(folder: string, ...target: readonly string[]): Promise<void> {
  const nowhere = 'http://127.0.0.1:9';
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      ...target,
      `-c.electronDist=${join(folder, 'electron')}`,
      `-c.directories.output=${join(folder, 'out')}`,
      '--publish',
      'never',
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        CUSTOM_FPM_PATH: join(folder, 'fpm'),
        APPIMAGE_TOOLS_PATH: join(folder, 'appimage-tools'),
        ...(sevenZip === null ? {} : { ELECTRON_BUILDER_7ZIP_PATH: sevenZip }),
        ELECTRON_BUILDER_COMPRESSION_LEVEL: '1',
        // Whatever is looked for in the network is not found: what comes out needs nothing from there.
        HTTPS_PROXY: nowhere,
        HTTP_PROXY: nowhere,
        npm_config_offline: 'true',
      },
    },
  );
}
