import type { ToScreen } from '../../../shared/messages.ts';
import { type Clock, sleep } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Display, Gone, HostWindow, Picture, Placement, WindowEvents } from '../host.ts';
import type { Veil } from '../veil.ts';
import { appAddress } from './address.ts';
import type { ContentsApi, ElectronApi, WindowApi } from './api.ts';
import { Bridge } from './bridge.ts';
import { capture } from './capture.ts';
import { keepManners, lockZoom } from './manners.ts';
import { windowOptions } from './window-options.ts';

/** A window is shown when it has painted; one that never says so is shown all the same. */
const longestUnshownMs = 2_000;
/** A renderer ended by force is dead long before; a new one is not loaded into a dying process. */
const longestDeathMs = 1_000;

export interface WindowNeeds {
  readonly electron: ElectronApi;
  readonly placement: Placement;
  readonly partition: string;
  readonly preload: string;
  readonly events: WindowEvents;
  readonly log: Log;
  readonly clock: Clock;
  readonly veil: Veil;
  /** Not shown until it comes forward. */
  readonly isBehind: boolean;
  openBehind(display: Display, events: WindowEvents): ElectronWindow;
  /** The person's session ends, and with it the player. */
  readonly onSessionEnd: () => void;
  readonly onClosed: (window: ElectronWindow) => void;
}

/** One screen: a kiosk window on one display, with the app in it. */
export class ElectronWindow implements HostWindow {
  readonly #needs: WindowNeeds;
  #display: Display;
  #window: WindowApi;
  #bridge: Bridge;
  #isClosed = false;
  /** A window that is not shown paints all the same. */
  #isBehind: boolean;
  /** Set while a renderer is ended on purpose: its death is then no news but an answer. */
  #onExpectedDeath: (() => void) | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
    this.#display = needs.placement.display;
    this.#isBehind = needs.isBehind;
    if (!needs.isBehind) this.conceal();
    [this.#window, this.#bridge] = this.#create();
    this.#load();
  }

  get display(): Display {
    return this.#display;
  }

  send(message: ToScreen): void {
    if (this.#contents()) this.#bridge.send(message);
  }

  capture(): Promise<Picture> {
    return capture(this.#contents(), this.#needs.clock);
  }

  async revive(): Promise<void> {
    if (this.#isClosed) return;
    const contents = this.#contents();
    if (!contents) [this.#window, this.#bridge] = this.#create();
    else if (!contents.isCrashed()) await this.#endRenderer(contents);
    this.#load();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#window.isDestroyed()) this.#window.destroy();
    this.#needs.onClosed(this);
  }

  async memory(): Promise<number | null> {
    const contents = this.#contents();
    if (!contents || contents.isCrashed()) return null;
    const pid = contents.getOSProcessId();
    const metric = this.#needs.electron.app.getAppMetrics().find((one) => one.pid === pid);
    if (!metric) return null;
    // Told in kilobytes; what is its own alone is told on Windows only.
    return (metric.memory.privateBytes ?? metric.memory.workingSetSize) * 1024;
  }

  async openBehind(events: WindowEvents): Promise<HostWindow> {
    return this.#needs.openBehind(this.#display, events);
  }

  conceal(): void {
    this.#needs.veil.cover(this.#display);
  }

  reveal(): void {
    this.#needs.veil.reveal();
  }

  keepPicture(): void {
    this.#needs.veil.keepPicture(this.#display);
  }

  async comeForward(): Promise<void> {
    this.#isBehind = false;
    if (!this.#contents()) throw new VitrineError('temporary', 'window-gone', 'The window behind is gone.');
    this.bringToFront();
  }

  /** Somebody started the player again: they want to see it. */
  bringToFront(): void {
    if (this.#window.isDestroyed() || this.#isBehind) return;
    this.#window.show();
    this.#window.focus();
  }

  fitTo(display: Display): void {
    this.#display = display;
    const { left, top, width, height } = display;
    if (!this.#window.isDestroyed()) this.#window.setBounds({ x: left, y: top, width, height });
  }

  #contents(): ContentsApi | null {
    if (this.#window.isDestroyed() || this.#window.webContents.isDestroyed()) return null;
    return this.#window.webContents;
  }

  #create(): [WindowApi, Bridge] {
    const { electron, partition, preload, events, clock, log, placement, onSessionEnd } = this.#needs;
    const window = new electron.BrowserWindow(
      windowOptions(this.#display, { partition, preload, devTools: !electron.app.isPackaged }),
    );
    const show = (): void => {
      cancel();
      if (!window.isDestroyed() && !this.#isBehind) window.show();
    };
    const cancel = clock.after(longestUnshownMs, show);
    window.once('ready-to-show', show);
    window.on('close', (event) => {
      // Alt+F4 and its kind: only the player closes its windows.
      if (!this.#isClosed) event.preventDefault();
    });
    window.on('closed', () => {
      cancel();
      if (!this.#isClosed) events.gone('killed');
    });
    window.on('session-end', onSessionEnd);
    const { webContents: contents } = window;
    keepManners(contents);
    const bridge = new Bridge({ contents, screenId: placement.screenId, events, log });
    this.#listen(contents);
    return [window, bridge];
  }

  #listen(contents: ContentsApi): void {
    const { events, log, placement } = this.#needs;
    contents.on('dom-ready', () => {
      lockZoom(contents).catch((error) => log.debug('The zoom could not be locked', { error }));
    });
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (this.#onExpectedDeath) {
        this.#onExpectedDeath();
        return;
      }
      log.warn('A renderer is gone', { screen: placement.screenId, reason, exit: exitCode });
      events.gone(goneBy(reason));
    });
    contents.on('unresponsive', () => events.hung());
  }

  #load(): void {
    const { log, placement } = this.#needs;
    this.#bridge.reset();
    this.#window
      .loadURL(`${appAddress}index.html`)
      .catch((error) => log.warn('The app could not be loaded', { screen: placement.screenId, error }));
  }

  async #endRenderer(contents: ContentsApi): Promise<void> {
    const died = Promise.withResolvers<void>();
    this.#onExpectedDeath = died.resolve;
    contents.forcefullyCrashRenderer();
    await Promise.race([died.promise, sleep(this.#needs.clock, longestDeathMs)]);
    this.#onExpectedDeath = null;
  }
}

function goneBy(reason: Electron.RenderProcessGoneDetails['reason']): Gone {
  if (reason === 'oom' || reason === 'memory-eviction') return 'out-of-memory';
  return reason === 'killed' ? 'killed' : 'crashed';
}
