import { connect } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Finding, fail, failedBy, ok, warn } from '../finding.ts';
import { chooseHost } from '../host/choose.ts';
import { findProgram } from '../host/chromium/executable.ts';
import { connectX11 } from '../host/x11/connect.ts';

const inTheSession = 'Start the player in the graphical session, or set DISPLAY (often :0).';

const severalOnWayland = warn(
  'display',
  'Wayland puts windows where it likes: several screens may come up on the same display.',
  'Start the player with vitrine --ozone-platform=x11 run, or in an X11 session.',
);

/** The display on which the show would be seen. A running player has one, whatever this terminal's environment says. */
export async function checkDisplay(
  { host, screens }: Pick<Config, 'host' | 'screens'>,
  playerRuns: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Finding> {
  if (playerRuns) return ok('display', 'the running player has it');
  if (process.platform === 'win32') return ok('display', 'the desktop of this session');
  const isElectron = chooseHost(host).name === 'electron';
  // Beside an X server Electron takes Wayland all the same.
  if (isElectron && env.WAYLAND_DISPLAY && (screens === 'all' || screens.length > 1)) {
    const wayland = await checkWayland(env.WAYLAND_DISPLAY, env);
    if (wayland.result === 'ok') return severalOnWayland;
  }
  if (env.DISPLAY) return checkX11(env.DISPLAY, env);
  if (env.WAYLAND_DISPLAY) return checkWayland(env.WAYLAND_DISPLAY, env);
  if (isElectron)
    return fail('display', 'No display is set, and Electron does not start without one.', inTheSession);
  if (findProgram(['Xvfb'], env) === null) {
    return fail('display', 'No display is set, and there is no Xvfb to stand in for one.', inTheSession);
  }
  return warn(
    'display',
    'No display is set: the player would show itself on a virtual one that nobody sees.',
    inTheSession,
  );
}

async function checkX11(name: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { socket, root } = await connectX11(name, env);
    socket.destroy();
    return ok('display', `display ${name}, ${root.width} × ${root.height}`);
  } catch (thrown) {
    return failedBy('display', thrown, inTheSession);
  }
}

function checkWayland(name: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const path = name.startsWith('/') ? name : join(env.XDG_RUNTIME_DIR ?? '/run', name);
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(ok('display', `Wayland display ${name}`));
    });
    socket.once('error', () => {
      const message = `The Wayland display ${name} cannot be used: nothing answers there.`;
      resolve(fail('display', message, 'Start the player in the graphical session.'));
    });
  });
}
