import { connect } from 'node:net';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { type Finding, fail, failedBy, ok, warn } from '../ground/finding.ts';
import { chooseHost } from '../host/choose.ts';
import { findProgram } from '../host/chromium/executable.ts';
import { connectX11 } from '../host/x11/connect.ts';

const inTheSession = message('doctor.display.session');

/** The display of the show. A running player has one, whatever this terminal's environment is. */
export async function checkDisplay(
  { host, screens }: Pick<Config, 'host' | 'screens'>,
  playerRuns: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Finding> {
  if (playerRuns) return ok('display', message('doctor.display.running'));
  if (process.platform === 'win32') return ok('display', message('doctor.display.desktop'));
  const isElectron = chooseHost(host).name === 'electron';
  // With both X11 and Wayland available, Electron uses Wayland.
  if (isElectron && env.WAYLAND_DISPLAY && (screens === 'all' || screens.length > 1)) {
    const wayland = await checkWayland(env.WAYLAND_DISPLAY, env);
    if (wayland.result === 'ok') return warn('display', message('doctor.display.several'));
  }
  if (env.DISPLAY) return checkX11(env.DISPLAY, env);
  if (env.WAYLAND_DISPLAY) return checkWayland(env.WAYLAND_DISPLAY, env);
  if (isElectron) return fail('display', message('doctor.display.none.electron'), inTheSession);
  if (findProgram(['Xvfb'], env) === null)
    return fail('display', message('doctor.display.none.no-xvfb'), inTheSession);
  return warn('display', message('doctor.display.none.virtual'), inTheSession);
}

async function checkX11(name: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { socket, root } = await connectX11(name, env);
    socket.destroy();
    return ok('display', message('doctor.display.x11', { name, width: root.width, height: root.height }));
  } catch (thrown) {
    return failedBy('display', thrown, inTheSession);
  }
}

function checkWayland(name: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const path = name.startsWith('/') ? name : join(env.XDG_RUNTIME_DIR ?? '/run', name);
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(ok('display', message('doctor.display.wayland', { name })));
    });
    socket.once('error', () => resolve(fail('display', message('doctor.display.no-wayland', { name }))));
  });
}
