import type { ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { asVitrineError, VitrineError } from '../../ground/errors.ts';
import { inTime } from '../../ground/in-time.ts';
import type { Log } from '../../ground/log.ts';
import { startProgram } from '../../ground/program.ts';
import { noDisplayIsPluggedIn } from '../connectors.ts';
import { connectX11, freshAuthority, keepAwake, type X11 } from '../x11/connect.ts';
import type { findProgram } from './executable.ts';
import { freshFolder } from './profile.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The X display that the browser draws on. */
export interface Surface {
  readonly env: Readonly<Record<string, string>>;
  /** Size over all monitors; null: unknown. */
  readonly size: Size | null;
  /** A virtual display of the player: no user session ends with it. */
  readonly isVirtual: boolean;
  close(): Promise<void>;
}

export interface SurfaceNeeds {
  readonly display: 'auto' | 'virtual';
  readonly virtualSize: Size;
  /** True: a configured display that does not exist yet is awaited without a limit. */
  readonly awaitsDisplay: boolean;
  /** Called during that wait on each change of "no display is plugged in", and at its end. */
  readonly onMissing?: ((isMissing: boolean) => void) | undefined;
  /** Replaces the kernel's answer to whether no display is plugged in. */
  readonly isMissing?: typeof noDisplayIsPluggedIn | undefined;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** Finds a system program. */
  readonly find: typeof findProgram;
  /** Called when the display is gone, with everything on it. */
  readonly onLost: () => void;
}

/**
 * The kiosk's X server writes its display name to a file, because `:0` may be taken. The whole player uses that name
 * from then on.
 */
async function displayName(env: NodeJS.ProcessEnv): Promise<string> {
  // There is no file yet, or the X server is not the kiosk's.
  const written = env.VITRINE_DISPLAY_FILE
    ? await readFile(env.VITRINE_DISPLAY_FILE, 'utf8').catch(() => '')
    : '';
  const [, name] = /^(:\d{1,2})\n$/.exec(written) ?? [];
  if (name !== undefined) env.DISPLAY = name;
  return env.DISPLAY ?? ':0';
}

/** The session's display, or a virtual one if there is none. */
export async function openSurface(needs: SurfaceNeeds): Promise<Surface> {
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (needs.display === 'auto' && (x11 || wayland)) {
    const connection = x11 ? await connected(needs) : null;
    const { DISPLAY: name } = process.env;
    const env = { ...(name ? { DISPLAY: name } : {}), ...(wayland ? { WAYLAND_DISPLAY: wayland } : {}) };
    return connection !== null
      ? ofX11(connection, env, needs.onLost)
      : { env, size: null, isVirtual: false, close: async () => undefined };
  }
  const surface = await startVirtual(needs);
  needs.log.warn('There is no display: the player draws on an invisible virtual one', {
    display: surface.env.DISPLAY,
    size: `${needs.virtualSize.width}x${needs.virtualSize.height}`,
  });
  return surface;
}

/** A server that hangs at its start is killed: the next one may not hang. */
const startWaitMs = 30_000;
/** An X server that is asked to end just before it waits sees that at its next timer: ten minutes later. */
const endWaitMs = 1_500;
const againMs = 100;
/** The kernel is polled less often than the X server. */
const kernelPollMs = 1_000;

async function connected({
  awaitsDisplay,
  onMissing = () => undefined,
  isMissing = noDisplayIsPluggedIn,
  clock,
  signal,
  log,
}: SurfaceNeeds): Promise<X11> {
  let wasMissing = false;
  let pollAt = clock.monotonic();
  const missing = (is: boolean): void => {
    if (is !== wasMissing) onMissing(is);
    wasMissing = is;
  };
  for (;;) {
    const name = await displayName(process.env);
    try {
      const x11 = await connectX11(name);
      missing(false);
      log.state('display', 'there', 'debug', 'The display is connected', { display: name });
      return x11;
    } catch (thrown) {
      if (!awaitsDisplay) throw thrown;
      const { code, message: why } = asVitrineError(thrown);
      log.state('display', code, 'info', 'Waiting for the display', { display: name, why });
      if (clock.monotonic() >= pollAt) {
        pollAt = clock.monotonic() + kernelPollMs;
        missing(await isMissing());
      }
      await sleep(clock, againMs, signal);
    }
  }
}

async function ofX11(x11: X11, env: Surface['env'], onLost: () => void): Promise<Surface> {
  keepAwake(x11);
  let closing = false;
  x11.socket.on('error', () => undefined).once('close', () => (closing ? undefined : onLost()));
  return {
    env,
    size: { width: x11.root.width, height: x11.root.height },
    isVirtual: false,
    async close() {
      closing = true;
      x11.socket.destroy();
    },
  };
}

async function startVirtual({ virtualSize, onLost, find, clock }: SurfaceNeeds): Promise<Surface> {
  const xvfb = find(['Xvfb']);
  if (!xvfb) {
    throw new VitrineError('usage', message('no-display'));
  }
  const screen = `${virtualSize.width}x${virtualSize.height}x24`;
  // Without a cookie every local user could see and change the picture.
  const folder = await freshFolder();
  const authority = await freshAuthority(folder);
  const given = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset', '-nocursor'];
  given.push('-auth', authority);
  // The X server has no pipe to this process and would survive its SIGKILL: the kernel's parent-death signal ends it.
  const setpriv = find(['setpriv']);
  const [program, args] = setpriv ? [setpriv, ['--pdeathsig', 'TERM', xvfb, ...given]] : [xvfb, given];
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const child = await startProgram(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  }).catch(async (error: unknown) => {
    await remove();
    throw notStarted(asVitrineError(error).message, error);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(remove);
  const late = (): VitrineError => notStarted(`no answer within ${startWaitMs / 1000} s`);
  const number = await inTime(clock, startWaitMs, displayNumber(child), late).catch(
    async (error: unknown) => {
      child.kill('SIGKILL');
      await ended;
      throw error;
    },
  );
  let closing = false;
  void ended.then(() => (closing ? undefined : onLost()));
  return {
    env: { DISPLAY: `:${number}`, XAUTHORITY: authority },
    size: virtualSize,
    isVirtual: true,
    async close() {
      closing = true;
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(clock, endWaitMs)]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Xvfb picks a free number and writes it to that pipe once it accepts connections. */
function displayNumber(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = `${complaint}${text}`.slice(-500);
    });
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.includes('\n')) resolve(answer.trim());
    });
    child.once('error', (error) => reject(notStarted(error.message, error)));
    child.once('exit', () => reject(notStarted(complaint.trim())));
  });
}

function notStarted(reason: string, cause?: unknown): VitrineError {
  return new VitrineError('temporary', message('no-display.virtual', { reason }), { cause });
}
