import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
} from 'electron';
import type { Host } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { createElectronHost, type ElectronHostNeeds } from './host.ts';
import { type Preparation, prepareApp } from './prepare.ts';

/**
 * The only file that imports Electron itself. Outside Electron that import would fetch a binary, so this file is
 * imported only where `process.versions.electron` is set.
 *
 * Electron becomes ready once the entry module has been evaluated to its end. So the entry awaits the import of
 * this file and calls `prepareElectron`, but never awaits anything that waits for readiness, such as the player.
 */
const electron: ElectronApi = {
  app,
  BrowserWindow,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
};

/** Must run before Electron is ready. False when another player runs on this profile. */
export function prepareElectron({ profileFolder }: Pick<Preparation, 'profileFolder'>): boolean {
  return prepareApp(electron, { profileFolder, now: Date.now() });
}

export function electronHost(
  needs: Omit<ElectronHostNeeds, 'electron' | 'preload' | 'version' | 'x11Display'>,
): Host {
  return createElectronHost({
    ...needs,
    electron,
    // Beside the folder of the main program, in a checkout as in a package.
    preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
    // With a Wayland session beside it Electron takes that one.
    x11Display: process.env.WAYLAND_DISPLAY ? null : (process.env.DISPLAY ?? null),
    version: `Electron ${process.versions.electron} (Chromium ${process.versions.chrome})`,
  });
}
