// Proves that entry, preload script, stage and the adapter's order of calls play on a real browser and a real display. It cannot
// prove Electron itself: its native windows (hidden, kiosk), its sandbox, fuses, permissions, GPU, exit and signals.
import { EventEmitter } from 'node:events';
import { LikeBrowser } from './browser.ts';
import { refusable } from './contents.ts';
import { LikeScreen } from './screen.ts';
import { LikeSession } from './session.ts';
import { LikeView, LikeWindow } from './window.ts';

/** `electron` for the built player, made of the real Chromium: each call of the API that the host uses, by CDP. */
const switches = new Map<string, string>();
const paths = new Map<string, string>();
const sessions = new Map<string, LikeSession>();
const ready = Promise.withResolvers<void>();
let browser: LikeBrowser | null = null;

function running(): LikeBrowser {
  if (!browser) throw new Error('can only be used when app is ready');
  return browser;
}

function mustBeEarly(what: string): void {
  if (browser) throw new Error(`${what} should be called before app is ready`);
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  commandLine: {
    appendSwitch: (name: string, value = ''): void => void switches.set(name, value),
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
    hasSwitch: (name: string): boolean => switches.has(name),
  },
  whenReady: () => ready.promise,
  enableSandbox: () => mustBeEarly('app.enableSandbox'),
  disableHardwareAcceleration: () => mustBeEarly('app.disableHardwareAcceleration'),
  setPath: (name: string, path: string): void => void paths.set(name, path),
  getPath: (name: string): string => paths.get(name) ?? '/tmp',
  getAppMetrics: () => [],
  requestSingleInstanceLock: () => true,
  quit: (): void => {
    const event = refusable({});
    app.emit('before-quit', event);
    if (!event.defaultPrevented) process.exit(0);
  },
});

export const screen = new LikeScreen();
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = { start: () => 1, stop: () => true };
export const Menu = { setApplicationMenu: () => undefined };
export const protocol = {
  registerSchemesAsPrivileged: () => mustBeEarly('protocol.registerSchemesAsPrivileged'),
};
export const session = { fromPartition };

function fromPartition(partition: string): LikeSession {
  running();
  const known = sessions.get(partition) ?? new LikeSession();
  sessions.set(partition, known);
  return known;
}

const windows: LikeWindow[] = [];
const views: LikeView[] = [];
Reflect.set(globalThis, Symbol.for('electron-like still open'), () => {
  const open = windows.filter((window) => !window.isDestroyed());
  return open.length + views.filter(({ contents }) => !contents.isDestroyed()).length;
});

export class BaseWindow extends LikeWindow {
  constructor(options: Electron.BaseWindowConstructorOptions) {
    super(running(), options);
    windows.push(this);
  }
}

export class WebContentsView extends LikeView {
  constructor({ webPreferences = {} }: Electron.WebContentsViewConstructorOptions) {
    const { partition = '', preload = '' } = webPreferences;
    super(running(), fromPartition(partition), preload);
    views.push(this);
  }
}

/** The entry has been evaluated to its end: the browser starts. */
export async function becomeReady(): Promise<void> {
  const given = [...switches].map(([name, value]) => `--${name}${value === '' ? '' : `=${value}`}`);
  browser = await LikeBrowser.start(given);
  process.on('exit', () => running().kill());
  // ExitOnSessionLoss: no before-quit, and the exit code of an intended end.
  void browser.ended.then(() => {
    app.emit('quit', {}, 0);
    process.exit(0);
  });
  screen.watch();
  ready.resolve();
}
