import { fileURLToPath } from 'node:url';
import {
  app,
  BaseWindow,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  WebContentsView,
} from 'electron';
import type { Host } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { createElectronHost, type ElectronHostNeeds } from './host.ts';
import { type Preparation, prepareApp } from './prepare.ts';

/**
 * The only file that imports Electron. Outside Electron that import would download a binary, so import this file only
 * where `process.versions.electron` is set. Electron becomes ready once the entry module has been evaluated. The entry
 * therefore awaits the import of this file and calls `prepareElectron`, but must never await anything that waits for
 * readiness, such as the player.
 */
const electron: ElectronApi = {
  app,
  BaseWindow,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  WebContentsView,
};

/** Must run before Electron is ready. */
export function prepareElectron(preparation: Omit<Preparation, 'now'>): void {
  prepareApp(electron, { ...preparation, now: Date.now() });
}

export function electronHost(
  needs: Omit<ElectronHostNeeds, 'electron' | 'preload' | 'version' | 'x11Display' | 'kill' | 'exit'>,
): Host {
  return createElectronHost({
    ...needs,
    electron,
    // Beside the folder of the main program, in a checkout as in a package.
    preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
    x11Display: x11Display(process.env, app.commandLine.getSwitchValue('ozone-platform')),
    kill: endProcess,
    exit: endWith,
    version: `Electron ${process.versions.electron} (Chromium ${process.versions.chrome})`,
  });
}

/** The process may have ended before its death was reported. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Electron's `process.exit` waits for its browser; Node's `reallyExit` does not. The signal covers its absence. */
function endWith(code: number): void {
  const exit: unknown = Reflect.get(process, 'reallyExit');
  if (typeof exit === 'function') Reflect.apply(exit, process, [code]);
  endProcess(process.pid);
}

/** In a Wayland session Electron uses Wayland unless its command line says otherwise. */
export function x11Display(env: NodeJS.ProcessEnv, platform: string): string | null {
  const isWayland = platform === 'wayland' || (platform !== 'x11' && Boolean(env.WAYLAND_DISPLAY));
  return isWayland ? null : (env.DISPLAY ?? null);
}
