import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { startAgain } from '../../ground/exit-code.ts';
import type { Log } from '../../ground/log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import { RealDisplays } from '../connectors.ts';
import type {
  AllowedPage,
  AppHandler,
  Display,
  DisplayPower,
  HeldKeyboard,
  Host,
  HostEvents,
  HostWindow,
  PageGate,
  Placement,
  Touches,
  WatchedKey,
  WindowEvents,
} from '../host.ts';
import { openGate } from '../page-rules.ts';
import { noVeil } from '../veil.ts';
import { Curtain } from '../x11/curtain.ts';
import { watchKey } from '../x11/held-key.ts';
import { holdKeyboard } from '../x11/keyboard.ts';
import { setPower } from '../x11/power.ts';
import { watchTouches } from '../x11/touches.ts';
import type { ElectronApi } from './api.ts';
import { GpuWatch } from './gpu-watch.ts';
import { lockSession, mountApp } from './lockdown.ts';
import { ElectronPages } from './pages.ts';
import type { ScreenWindow } from './screen-window.ts';
import { ElectronWindow } from './window.ts';

/** A partition without `persist:` lives in memory: every start has a fresh browser profile. */
const partition = 'vitrine';
/** Time for an orderly end before the process is killed. SIGTERM must end everything within 5 s. */
const longestEndingMs = 4_000;

export interface ElectronHostNeeds {
  readonly handler: AppHandler;
  readonly events: HostEvents;
  readonly log: Log;
  readonly clock: Clock;
  /** Allowed destinations of web pages; left out: all. */
  readonly gate?: PageGate;
  /** For web pages; left out or null: the machine's settings. */
  readonly proxy?: BrowserProxy | null;
  /** The Electron module. */
  readonly electron: ElectronApi;
  /** The built preload script. */
  readonly preload: string;
  readonly version: string;
  /** The X display of the windows; null elsewhere, as on Wayland. */
  readonly x11Display: string | null;
  /** Whether Ctrl+Alt+O on a screen's keyboard shows the overlay. */
  readonly overlayKey?: boolean;
  /** Ends a process by SIGKILL. */
  readonly kill: (pid: number) => void;
  /** Ends this process at once, with whatever is left of the browser. */
  readonly exit: (code: number) => void;
}

export function createElectronHost(needs: ElectronHostNeeds): Host {
  return new ElectronHost(needs);
}

class ElectronHost implements Host {
  readonly name = 'electron';
  readonly renew = null;
  readonly version: string;
  readonly #needs: ElectronHostNeeds;
  readonly #real = new RealDisplays();
  readonly #windows = new Set<ElectronWindow>();
  #pages: ElectronPages | null = null;
  #curtain: Curtain | null = null;
  #gpu: GpuWatch | null = null;
  /** Set before the session exists. */
  #allowed: readonly AllowedPage[] = [];
  #awake: number | null = null;
  #stopped = false;
  #cancelExit: (() => void) | null = null;

  constructor(needs: ElectronHostNeeds) {
    this.#needs = needs;
    this.version = needs.version;
    // Before the start, which takes a while: the display may be lost during it.
    needs.electron.app.on('quit', (_event, code) => this.#leave(code));
  }

  async start(): Promise<void> {
    const { electron, handler, log, proxy, clock, x11Display } = this.#needs;
    await electron.app.whenReady();
    if (x11Display !== null) this.#curtain = await Curtain.hang(x11Display, clock, log);
    const session = electron.session.fromPartition(partition);
    if (proxy) await session.setProxy({ proxyRules: proxy.rules, proxyBypassRules: proxy.bypass });
    lockSession(session);
    mountApp(session, handler, log);
    this.#pages = new ElectronPages({
      requests: session.webRequest,
      gate: this.#needs.gate ?? openGate,
      log,
      onFailed: (address, reason) => {
        for (const window of this.#windows) window.send({ type: 'page-failed', address, reason });
      },
    });
    this.#pages.allow(this.#allowed);
    this.#pages.start();
    this.#awake = electron.powerSaveBlocker.start('prevent-display-sleep');
    this.#listen();
    if (electron.app.commandLine.hasSwitch('no-sandbox'))
      log.warn('Web pages have no sandbox: Electron was started with --no-sandbox', {
        remedy: 'Use the deb package, whose sandbox works everywhere.',
      });
  }

  async displays(): Promise<readonly Display[]> {
    const { screen } = this.#needs.electron;
    const primary = screen.getPrimaryDisplay().id;
    const listed = screen.getAllDisplays();
    return this.#real.of(
      listed.map((display) => ({ ...displayOf(display), primary: display.id === primary })),
    );
  }

  async open(placement: Placement, events: WindowEvents): Promise<HostWindow> {
    return this.#open(placement, events, null);
  }

  #open(placement: Placement, events: WindowEvents, behind: ScreenWindow | null): ElectronWindow {
    const { electron, log, clock, preload, kill, overlayKey = true } = this.#needs;
    const window = new ElectronWindow({
      electron,
      placement,
      partition,
      preload,
      events,
      log,
      clock,
      kill,
      overlayKey,
      behind,
      veil: this.#curtain?.veil(placement.screenId) ?? noVeil,
      openBehind: (screen, heard) => this.#open({ ...placement, display: screen.display }, heard, screen),
      onSessionEnd: () => this.#needs.events.ended(),
      onClosed: (closed) => this.#windows.delete(closed),
    });
    this.#windows.add(window);
    return window;
  }

  async power(wanted: 'on' | 'off'): Promise<DisplayPower> {
    const { x11Display } = this.#needs;
    if (x11Display === null) return { state: 'unknown', why: message('display-power.none') };
    return setPower(x11Display, wanted);
  }

  async watchTouches(...[area, heard]: Parameters<Host['watchTouches']>): Promise<Touches | null> {
    const { x11Display, clock } = this.#needs;
    return x11Display === null ? null : watchTouches(x11Display, area, heard, clock);
  }

  readonly openInteractive = null;

  async hearKeys(...[heard, f9]: Parameters<Host['hearKeys']>): Promise<HeldKeyboard | null> {
    const { x11Display } = this.#needs;
    return x11Display === null ? null : holdKeyboard(x11Display, heard, f9);
  }

  async watchKey(heard: (isDown: boolean) => void): Promise<WatchedKey | null> {
    const { x11Display } = this.#needs;
    return x11Display === null ? null : watchKey(x11Display, heard);
  }

  allowPages(pages: readonly AllowedPage[]): void {
    this.#allowed = pages;
    this.#pages?.allow(pages);
  }

  async stop(keepsPicture = false): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#gpu?.ending();
    this.#cancelExit?.();
    if (keepsPicture) this.#curtain?.coverAll();
    await Promise.all([...this.#windows].map((window) => window.close()));
    this.#pages?.stop();
    this.#curtain?.close(keepsPicture);
    if (this.#awake !== null) this.#needs.electron.powerSaveBlocker.stop(this.#awake);
  }

  /** A host starts once, and its process ends with it: listeners stay registered, but do nothing after the stop. */
  #listen(): void {
    const { electron, events, log, clock, proxy } = this.#needs;
    const { app, screen, powerMonitor } = electron;
    this.#gpu = new GpuWatch(app.getPath('userData'), clock, log);
    app.on('before-quit', (event) => {
      if (this.#stopped) return;
      event.preventDefault();
      this.#end();
    });
    // A listener prevents the default end of the program: a screen may be between two windows.
    app.on('window-all-closed', () => log.debug('No window is open'));
    // Refuses every login, except that a proxy gets its configured credentials once.
    app.on('login', (event, _contents, { firstAuthAttempt }, { isProxy, host, port }, answer) => {
      const login = isProxy && firstAuthAttempt ? proxy?.login(host, port) : null;
      if (!login) return;
      event.preventDefault();
      answer(login.username, login.password);
    });
    // Without a listener Electron would offer the first certificate of the machine.
    app.on('select-client-certificate', (event, _contents, _address, _certificates, answer) => {
      event.preventDefault();
      answer();
    });
    app.on('second-instance', () => {
      log.info('The player was started a second time; this one continues');
      for (const window of this.#windows) window.bringToFront();
    });
    app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
      if (this.#stopped) return;
      log.warn('A helper process of the browser has ended', { type, name, reason, exit: exitCode });
      this.#gpu?.gone({ type, reason });
      if (type === 'GPU') for (const window of this.#windows) window.graphicsDied();
    });
    screen.on('display-added', () => this.#displaysChanged());
    screen.on('display-removed', () => this.#displaysChanged());
    screen.on('display-metrics-changed', (_event, display) => {
      for (const window of this.#windows)
        if (window.display.id === String(display.id))
          window.fitTo({ ...window.display, ...displayOf(display) });
      this.#displaysChanged();
    });
    powerMonitor.on('resume', () => {
      if (!this.#stopped) events.woke();
    });
    powerMonitor.on('shutdown', () => this.#end());
  }

  /** Electron has lost the X server or the session's D-Bus: it sends no before-quit and would exit with 0. */
  #leave(code: number): void {
    if (code !== 0 || this.#stopped || this.#cancelExit) return;
    this.#gpu?.ending();
    this.#needs.log.warn('Electron lost its display or its session; the player exits for a restart');
    this.#needs.exit(startAgain);
  }

  #displaysChanged(): void {
    if (this.#stopped) return;
    this.#curtain?.refit().catch((error) => this.#needs.log.debug('The curtain was not resized', { error }));
    this.#needs.events.displaysChanged();
  }

  #end(): void {
    if (this.#stopped || this.#cancelExit) return;
    const { clock, kill, events } = this.#needs;
    // Electron's own exit waits for its browser, which may hang.
    this.#cancelExit = clock.after(longestEndingMs, () => kill(process.pid));
    this.#gpu?.ending();
    events.ended();
  }
}

function displayOf({ id, bounds }: Electron.Display): Omit<Display, 'primary'> {
  return { id: String(id), left: bounds.x, top: bounds.y, width: bounds.width, height: bounds.height };
}
