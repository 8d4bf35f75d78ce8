import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import { pageFeaturesOff } from '../page-features.ts';
import type { Account } from './account.ts';
import { Cdp, type CdpEvent } from './cdp.ts';
import type { Size } from './display.ts';
import { findProgram } from './executable.ts';

export interface LaunchNeeds {
  readonly executable: string;
  readonly account: Account | null;
  /** The folder for everything that the browser writes. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address at which the player's new pages start. */
  readonly startAddress: string;
  /** The address that the profile opens at start; null: the start address. */
  readonly opens: string | null;
  readonly size: WindowArea | null;
  readonly proxy: BrowserProxy | null;
  readonly extraFlags: readonly string[];
  /** Additional browser features. */
  readonly features?: readonly string[];
  /** Browser features that are switched off, besides the usual ones. */
  readonly without?: readonly string[];
  readonly log: Log;
  readonly onEvent: (event: CdpEvent) => void;
  /** The GPU process died; the browser starts another one. */
  readonly onGraphicsDied?: () => void;
}

export interface Launched {
  readonly cdp: Cdp;
  readonly pid: number;
  /** Resolves when the browser has ended, with the last lines it wrote. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly words: string;
  }>;
  /** Kills the browser and all its processes at once. */
  kill(): void;
}

/** Written about 20 ms after the death and 70 ms before windows turn blank; there is no event. */
const graphicsDied = 'GPU process exited unexpectedly';

/** Starts the browser. Commands may be sent at once; it answers when it is up. */
export function launch(needs: LaunchNeeds): Launched {
  const [program, args] = asAccount(needs.account, needs.executable, flags(needs));
  const child = spawn(program, args, {
    env: environment(needs),
    cwd: needs.home,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // In its own process group only this player ends it, as a whole, and not a Ctrl+C meant for the player.
    detached: true,
  });
  // Without free descriptors the child has no pipes, and its error event follows.
  if (!child.stdio) {
    child.once('error', () => undefined);
    throw new VitrineError('temporary', message('browser-not-started'));
  }
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-2000);
    if (text.includes(graphicsDied)) needs.onGraphicsDied?.();
  });
  const ended = new Promise<Awaited<Launched['ended']>>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, words: String(error) }));
    child.once('exit', (code, signal) => resolve({ code, signal, words }));
  });
  const cdp = new Cdp(child.stdio[3] as Writable, child.stdio[4] as Readable, needs.log, needs.onEvent);
  const pid = child.pid ?? 0;
  return { cdp, pid, ended, kill: () => killGroup(pid) };
}

function killGroup(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: all of them have ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** setpriv keeps the account's groups (video, render, audio), which Node's uid and gid options drop. */
function asAccount(
  account: Account | null,
  executable: string,
  args: readonly string[],
): readonly [string, readonly string[]] {
  if (!account) return [executable, args];
  const setpriv = findProgram(['setpriv']);
  if (!setpriv) {
    throw new VitrineError('usage', message('no-setpriv'));
  }
  const become = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--init-groups', '--no-new-privs'];
  return [setpriv, [...become, '--', executable, ...args]];
}

const singleton = 'org.chromium.Chromium.XXXXXX/SingletonSocket';
const longestSocketPath = 107;

function environment({ env, home, account }: LaunchNeeds): NodeJS.ProcessEnv {
  // The player's environment may contain a token; the browser gets only what it needs.
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'PULSE_SERVER', 'DBUS_SESSION_BUS_ADDRESS', 'XAUTHORITY'];
  const own = account ? [] : ['XDG_RUNTIME_DIR'];
  const passed = [...kept, ...own].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(passed),
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_DATA_HOME: `${home}/data`,
    ...(account ? { XDG_RUNTIME_DIR: `${home}/run` } : {}),
    // A killed browser leaves a folder with a socket, which is then removed with the home folder. If the socket's path
    // would exceed the limit, no browser would start; it then lies in the system's temporary folder.
    ...(`${home}/${singleton}`.length < longestSocketPath ? { TMPDIR: home } : {}),
    ...env,
  };
}

/** Where the first window lies; by default at the left upper edge of all displays. */
type WindowArea = Size & { readonly left?: number; readonly top?: number };

/** A window over the whole display. Without a window manager Chromium makes one of the exact size a pixel smaller. */
export function windowFlags({ left = 0, top = 0, width, height }: WindowArea): readonly string[] {
  return ['--kiosk', `--window-position=${left},${top}`, `--window-size=${width + 1},${height + 1}`];
}

/** The stage relies on these: it may play sound and its pages may not, and it keeps playing while covered or blanked. */
export const stageFlags: readonly string[] = [
  '--autoplay-policy=document-user-activation-required',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
];

/**
 * The first two would keep a renderer for the suggestions of an invisible address bar, the third a spare renderer: 25
 * MB all the time.
 */
export const featuresOff: readonly string[] = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['Translate', 'MediaRouter', 'GlobalMediaControls', 'HardwareMediaKeyHandling'],
];

const enabled: readonly string[] = [
  // Approximate quota per origin. By default each origin may use most of the disk, and the profile may lie in memory.
  // PageStores bounds the total.
  'StorageQuotaSettings:PoolSizeBytes/100000000',
];

function flags({
  startAddress,
  opens,
  home,
  size,
  proxy,
  env,
  extraFlags,
  features = [],
  without = [],
}: LaunchNeeds): readonly string[] {
  return [
    ...(size ? windowFlags(size) : ['--kiosk']),
    // No app window: only a window with tabs can hold a second page behind the visible one.
    ...(opens === null ? [startAddress] : []),
    `--user-data-dir=${home}/profile`,
    '--remote-debugging-pipe',
    ...(env.WAYLAND_DISPLAY && !env.DISPLAY ? ['--ozone-platform=wayland'] : []),
    ...(proxy ? [`--proxy-server=${proxy.rules}`, `--proxy-bypass-list=${proxy.bypass}`] : []),
    // The desktop's toolkit draws dialogs and menus that never appear: 9 MB, and a large part of the start time.
    '--ui-toolkit=fallback',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--noerrdialogs',
    '--hide-crash-restore-bubble',
    '--disable-session-crashed-bubble',
    '--disable-breakpad',
    // A crashing browser would otherwise spend seconds on writing a stack trace.
    '--disable-in-process-stack-traces',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-pinch',
    '--overscroll-history-navigation=0',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    ...stageFlags,
    '--disk-cache-size=67108864',
    `--enable-features=${[...enabled, ...features].join(',')}`,
    `--disable-features=${[...featuresOff, ...pageFeaturesOff, ...without].join(',')}`,
    ...extraFlags,
  ];
}
