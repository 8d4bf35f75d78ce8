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
  /** Everything that the browser writes goes below here. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where new pages of ours stand. */
  readonly startAddress: string;
  /** What its profile tells it to open by itself; null: the start address. */
  readonly opens: string | null;
  readonly size: Size | null;
  readonly proxy: BrowserProxy | null;
  readonly extraFlags: readonly string[];
  /** Of the browser, beside those that it is always started with. */
  readonly features?: readonly string[];
  readonly log: Log;
  readonly onEvent: (event: CdpEvent) => void;
  /** The process that draws has died; the browser starts another one. */
  readonly onGraphicsDied?: () => void;
}

export interface Launched {
  readonly cdp: Cdp;
  readonly pid: number;
  /** Resolves when the browser has ended, with the last words it wrote. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly words: string;
  }>;
  /** Ends it and all its processes at once. */
  kill(): void;
}

/** Written some 20 ms after the death and some 70 ms before a window shows nothing but its background; no event tells it. */
const graphicsDied = 'GPU process exited unexpectedly';

/** Starts the browser; it can be spoken to at once, and answers when it is up. */
export function launch(needs: LaunchNeeds): Launched {
  const [program, args] = asAccount(needs.account, needs.executable, flags(needs));
  const child = spawn(program, args, {
    env: environment(needs),
    cwd: needs.home,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // In a process group of its own it is ended by us, as a whole, and not by a Ctrl+C that was meant for us.
    detached: true,
  });
  // Without descriptors it has no pipes, and the error comes a moment later.
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

/** setpriv keeps the account's groups (video, render, audio), which Node's own uid and gid options drop. */
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
  // The player's own environment may hold a token; the browser gets what it needs and no more.
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
    // A browser that is killed leaves a folder with a socket there, which so goes with all the rest. Where the socket's path
    // would be longer than a socket's may be, no browser would start: there it lies in the system's folder.
    ...(`${home}/${singleton}`.length < longestSocketPath ? { TMPDIR: home } : {}),
    ...env,
  };
}

/** A window over all of the display. Without a window manager one of exactly its size is made a pixel smaller. */
export function windowFlags({ width, height }: Size): readonly string[] {
  return ['--kiosk', '--window-position=0,0', `--window-size=${width + 1},${height + 1}`];
}

/** What the stage relies on: it may sound and its pages may not, and it plays on when it is covered or blanked. */
export const stageFlags: readonly string[] = [
  '--autoplay-policy=document-user-activation-required',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
];

/**
 * The first two would keep a renderer for the list below an address bar that nobody ever sees, the third one for a page that
 * may come: 25 MB, day and night.
 */
const featuresOff = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['Translate', 'MediaRouter', 'GlobalMediaControls', 'HardwareMediaKeyHandling'],
];

const enabled: readonly string[] = [
  // What each origin may store, about. By itself the browser lets each one have most of the disk, and its folder may lie
  // in memory. What all of them store together is bounded by us.
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
}: LaunchNeeds): readonly string[] {
  return [
    ...(size ? windowFlags(size) : ['--kiosk']),
    // No app window: only in a window with tabs can a second page stand behind the one that is seen.
    ...(opens === null ? [startAddress] : []),
    `--user-data-dir=${home}/profile`,
    '--remote-debugging-pipe',
    ...(env.WAYLAND_DISPLAY && !env.DISPLAY ? ['--ozone-platform=wayland'] : []),
    ...(proxy ? [`--proxy-server=${proxy.rules}`, `--proxy-bypass-list=${proxy.bypass}`] : []),
    // The desktop's own toolkit would draw dialogs and menus, of which there are none: 9 MB, and a good part of the start.
    '--ui-toolkit=fallback',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--noerrdialogs',
    '--hide-crash-restore-bubble',
    '--disable-session-crashed-bubble',
    '--disable-breakpad',
    // A browser that crashes would stand there for seconds, writing a stack trace that nobody reads.
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
    `--disable-features=${[...featuresOff, ...pageFeaturesOff].join(',')}`,
    ...extraFlags,
  ];
}
