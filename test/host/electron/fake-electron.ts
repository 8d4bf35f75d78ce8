import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { ElectronApi } from '../../../src/main/host/electron/api.ts';
import { FakeSession } from './fake-session.ts';
import { FakeView, FakeWindow } from './fake-window.ts';

/** The event that listeners get; they can prevent it. */
export function refusable<Params extends object>(params: Params) {
  let prevented = false;
  return {
    ...params,
    preventDefault: (): void => {
      prevented = true;
    },
    get defaultPrevented(): boolean {
      return prevented;
    },
  };
}

/**
 * Replaces Electron where its binary is not available: exactly the API that the host uses, under Electron's own types, and
 * as strict as Electron about what may happen before it is ready, afterwards, and after a window is gone.
 */
export class FakeElectron {
  readonly app = new FakeApp();
  readonly powerMonitor = new EventEmitter();
  readonly screen = new FakeScreen(this.app);
  readonly windows: FakeWindow[] = [];
  readonly sessions = new Map<string, FakeSession>();
  readonly privileged = new Map<string, Electron.Privileges>();
  readonly blockers = new Map<number, string>();
  menu: unknown = 'the default one';
  readonly views: FakeView[] = [];
  onView: (view: FakeView) => void = () => undefined;
  /** Processes ended by SIGKILL, including our own. */
  readonly killed: number[] = [];
  readonly api: ElectronApi;

  constructor() {
    const fake = this;
    this.api = {
      app: this.app,
      BaseWindow: class extends FakeWindow {
        constructor(options: Electron.BaseWindowConstructorOptions) {
          fake.app.mustBeReady('BaseWindow');
          super(options, (window) => fake.#onClosed(window));
          fake.windows.push(this);
        }
      },
      WebContentsView: class extends FakeView {
        constructor(options: Electron.WebContentsViewConstructorOptions) {
          fake.app.mustBeReady('WebContentsView');
          super(options, fake.session(options.webPreferences?.partition ?? 'the default one'));
          fake.app.metrics.push(metricOf(this.contents.pid));
          // A process that should have a sandbox but has none shows nothing.
          if (fake.app.sandboxed && fake.app.switches.has('no-sandbox')) this.contents.loads = 'never';
          fake.views.push(this);
          fake.onView(this);
        }
      },
      Menu: {
        setApplicationMenu: (menu) => {
          this.menu = menu;
        },
      },
      powerMonitor: this.powerMonitor,
      powerSaveBlocker: {
        start: (kind) => {
          this.blockers.set(this.blockers.size + 1, kind);
          return this.blockers.size;
        },
        stop: (id) => this.blockers.delete(id),
      },
      protocol: {
        registerSchemesAsPrivileged: (schemes) => {
          if (this.app.ready)
            throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
          for (const { scheme, privileges } of schemes) this.privileged.set(scheme, privileges ?? {});
        },
      },
      screen: this.screen,
      session: { fromPartition: (partition) => this.session(partition) },
    };
  }

  /** The open window; there must be exactly one. */
  get window(): FakeWindow {
    const open = this.windows.filter((window) => !window.isDestroyed());
    const [only] = open;
    if (!only || open.length > 1) throw new Error(`${open.length} windows are open`);
    return only;
  }

  session(partition: string): FakeSession {
    this.app.mustBeReady('Session');
    const known = this.sessions.get(partition) ?? new FakeSession(this.privileged);
    this.sessions.set(partition, known);
    return known;
  }

  /** Does what SIGTERM and the end of a desktop session do. Returns whether the program ended. */
  quit(): boolean {
    const event = refusable({});
    this.app.emit('before-quit', event);
    if (event.defaultPrevented) return false;
    for (const window of this.windows) if (!window.isDestroyed() && !window.close()) return false;
    this.app.exit(0);
    return true;
  }

  /** The X server or the session's D-Bus is gone (ExitOnSessionLoss): the GPU process dies, and no listener can prevent the end. */
  loseSession(): void {
    const gpu = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' };
    this.app.emit('child-process-gone', refusable({}), gpu);
    this.app.emit('quit', {}, 0);
    this.app.end(0);
  }

  /** A signal to the whole process group: the helpers die first. */
  terminateGroup(reason: Electron.Details['reason'] = 'killed'): void {
    this.app.emit('child-process-gone', refusable({}), { type: 'GPU', reason, exitCode: 15, name: 'GPU' });
    this.quit();
  }

  /** SIGKILL. A renderer's death is reported a little later. */
  kill(pid: number): void {
    this.killed.push(pid);
    const { contents } = this.views.find((view) => view.contents.pid === pid) ?? {};
    if (contents && !contents.immortal) setImmediate(() => contents.dies('killed'));
  }

  /** Pages that are neither visible nor closed. */
  get leaked(): readonly FakeView[] {
    const shown = this.windows.filter((window) => !window.isDestroyed()).flatMap(({ views }) => views);
    return this.views.filter((view) => !view.contents.isDestroyed() && !shown.includes(view));
  }

  #onClosed(window: FakeWindow): void {
    if (this.windows.some((other) => other !== window && !other.isDestroyed())) return;
    if (this.app.listenerCount('window-all-closed') === 0) this.quit();
    else this.app.emit('window-all-closed');
  }
}

export class FakeApp extends EventEmitter {
  readonly isPackaged = true;
  readonly paths = new Map<string, string>();
  readonly switches = new Map<string, string>();
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.switches.set(name, value);
    },
    getSwitchValue: (name: string): string => this.switches.get(name) ?? '',
    hasSwitch: (name: string): boolean => this.switches.has(name),
  };
  ready = false;
  sandboxed = false;
  hardwareAcceleration = true;
  exitCode: number | null = null;
  readonly metrics: Electron.ProcessMetric[] = [];
  /** Whether this process gets the lock of the profile: not if another instance holds it, and not on a full disk. */
  getsLock = true;
  readonly #whenReady = Promise.withResolvers<void>();

  /** Ends the process at once: only the first exit code counts. */
  end(code: number): void {
    this.exitCode ??= code;
  }

  becomeReady(): void {
    this.ready = true;
    this.#whenReady.resolve();
  }

  mustBeReady(what: string): void {
    if (!this.ready) throw new Error(`${what} can only be used when app is ready`);
  }

  whenReady(): Promise<void> {
    return this.#whenReady.promise;
  }

  enableSandbox(): void {
    if (this.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  }

  disableHardwareAcceleration(): void {
    if (this.ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.hardwareAcceleration = false;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path) || !existsSync(path)) throw new Error(`Failed to set path '${name}' to ${path}`);
    this.paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  getAppMetrics(): Electron.ProcessMetric[] {
    return this.metrics;
  }

  requestSingleInstanceLock(): boolean {
    return this.getsLock;
  }

  /** Cancelled unless a listener says otherwise. */
  asksToLogIn(info: Partial<Electron.AuthInfo>, firstAuthAttempt = true): readonly unknown[] | 'cancelled' {
    const asking = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: '', ...info };
    const details = { url: 'http://page.example/', pid: 1, isRequestForNavigation: true, firstAuthAttempt };
    let reported: readonly unknown[] = [];
    const event = refusable({});
    this.emit('login', event, null, details, asking, (...login: readonly unknown[]) => {
      reported = login;
    });
    return event.defaultPrevented ? reported : 'cancelled';
  }

  /** A certificate is sent unless a listener prevents it. */
  asksForCertificate(): string | null {
    const [first] = ['the first one'];
    let given: string | null = first ?? null;
    const event = refusable({});
    this.emit('select-client-certificate', event, null, 'https://page.example/', [first], (one?: string) => {
      given = one ?? null;
    });
    return event.defaultPrevented ? given : (first ?? null);
  }

  /** Returns at once; the end follows later. */
  exit(code = 0): void {
    setImmediate(() => {
      this.exitCode ??= code;
    });
  }
}

/** As on Linux and macOS: without private memory. In kilobytes. */
export function metricOf(pid: number): Electron.ProcessMetric {
  return {
    pid,
    type: 'Tab',
    creationTime: 0,
    cpu: { percentCPUUsage: 0, idleWakeupsPerSecond: 0 },
    memory: { workingSetSize: pid * 100, peakWorkingSetSize: pid * 200 },
  };
}

type FakeDisplay = Pick<Electron.Display, 'id' | 'bounds'>;

export class FakeScreen extends EventEmitter {
  displays: FakeDisplay[] = [{ id: 101, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }];
  readonly #app: FakeApp;

  constructor(app: FakeApp) {
    super();
    this.#app = app;
  }

  getAllDisplays(): Electron.Display[] {
    this.#app.mustBeReady('screen');
    return this.displays.map(whole);
  }

  getPrimaryDisplay(): Electron.Display {
    this.#app.mustBeReady('screen');
    const [first] = this.displays;
    if (!first) throw new Error('there is no display');
    return whole(first);
  }

  add(display: FakeDisplay): void {
    this.displays.push(display);
    this.emit('display-added', refusable({}), whole(display));
  }

  remove(id: number): void {
    const [gone] = this.displays.splice(
      this.displays.findIndex((display) => display.id === id),
      1,
    );
    if (gone) this.emit('display-removed', refusable({}), whole(gone));
  }

  resize(id: number, bounds: Electron.Rectangle): void {
    this.displays = this.displays.map((display) => (display.id === id ? { id, bounds } : display));
    const changed = this.displays.find((display) => display.id === id);
    if (changed) this.emit('display-metrics-changed', refusable({}), whole(changed), ['bounds', 'workArea']);
  }
}

/** The host reads only id and bounds; the compiler requires the rest. */
function whole(display: FakeDisplay): Electron.Display {
  return {
    ...display,
    accelerometerSupport: 'unknown',
    colorDepth: 24,
    colorSpace: 'srgb',
    depthPerComponent: 8,
    detected: true,
    displayFrequency: 60,
    internal: false,
    label: `display ${display.id}`,
    maximumCursorSize: { width: 64, height: 64 },
    monochrome: false,
    nativeOrigin: { x: display.bounds.x, y: display.bounds.y },
    rotation: 0,
    scaleFactor: 1,
    size: { width: display.bounds.width, height: display.bounds.height },
    touchSupport: 'unknown',
    workArea: display.bounds,
    workAreaSize: { width: display.bounds.width, height: display.bounds.height },
  };
}
