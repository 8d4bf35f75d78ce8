import type { ToScreen } from '../../../shared/messages.ts';
import type { Clock } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Display, Gone, HostWindow, Picture, Placement, WindowEvents } from '../host.ts';
import { appAddress, isAppAddress } from './address.ts';
import type { ContentsPart, ElectronApi, WindowPart } from './api.ts';
import { capture } from './capture.ts';
import { fromScreen, toScreen } from './channels.ts';
import { keepManners, lockZoom } from './manners.ts';
import { grantSound } from './sound.ts';
import { windowOptions } from './window-options.ts';

/** A window is shown when it has painted; one that never says so is shown all the same. */
const longestUnshownMs = 2_000;
/** A renderer ended by force is dead long before; a new one is not loaded into a dying process. */
const longestDeathMs = 1_000;
/** A document that never comes must not fill the memory. */
const mostHeld = 100;

export interface WindowParts {
  readonly electron: ElectronApi;
  readonly placement: Placement;
  readonly partition: string;
  readonly preload: string;
  readonly events: WindowEvents;
  readonly log: Log;
  readonly clock: Clock;
  /** Not shown until it comes forward. */
  readonly isBehind: boolean;
  openBehind(display: Display, events: WindowEvents): ElectronWindow;
  /** The person's session ends, and with it the player. */
  readonly onSessionEnd: () => void;
  readonly onClosed: (window: ElectronWindow) => void;
}

/** One screen: a kiosk window on one display, with the app in it. */
export class ElectronWindow implements HostWindow {
  readonly displayId: string;
  readonly #parts: WindowParts;
  #display: Display;
  #window: WindowPart;
  #closed = false;
  /** A window that is not shown paints all the same. */
  #isBehind: boolean;
  /** Settles when the loaded document may sound; what its stage says before that waits for it. */
  #soundGranted: Promise<void> = Promise.resolve();
  /** Messages for a document that is not there yet: Electron would drop them. Null when it is. */
  #held: readonly ToScreen[] | null = [];
  /** Set while a renderer is ended on purpose: its death is then no news but an answer. */
  #onExpectedDeath: (() => void) | null = null;

  constructor(parts: WindowParts) {
    this.displayId = parts.placement.display.id;
    this.#parts = parts;
    this.#display = parts.placement.display;
    this.#isBehind = parts.isBehind;
    this.#window = this.#create();
    this.#load();
  }

  send(message: ToScreen): void {
    const contents = this.#contents();
    if (!contents) return;
    if (this.#held !== null) this.#held = [...this.#held, message].slice(-mostHeld);
    else if (!contents.isCrashed()) contents.send(toScreen, message);
  }

  capture(): Promise<Picture> {
    return capture(this.#contents(), this.#parts.clock);
  }

  async revive(): Promise<void> {
    if (this.#closed) return;
    const contents = this.#contents();
    if (!contents) this.#window = this.#create();
    else if (!contents.isCrashed()) await this.#endRenderer(contents);
    this.#load();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#window.isDestroyed()) this.#window.destroy();
    this.#parts.onClosed(this);
  }

  async memory(): Promise<number | null> {
    const contents = this.#contents();
    if (!contents || contents.isCrashed()) return null;
    const pid = contents.getOSProcessId();
    const metric = this.#parts.electron.app.getAppMetrics().find((one) => one.pid === pid);
    if (!metric) return null;
    // Told in kilobytes; what is its own alone is told on Windows only.
    return (metric.memory.privateBytes ?? metric.memory.workingSetSize) * 1024;
  }

  async openBehind(events: WindowEvents): Promise<HostWindow> {
    return this.#parts.openBehind(this.#display, events);
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

  /** The display has another resolution or another place now. */
  fit({ x: left, y: top, width, height }: Electron.Rectangle): void {
    this.fitTo({ ...this.#display, left, top, width, height });
  }

  fitTo(display: Display): void {
    this.#display = display;
    const { left, top, width, height } = display;
    if (!this.#window.isDestroyed()) this.#window.setBounds({ x: left, y: top, width, height });
  }

  #contents(): ContentsPart | null {
    if (this.#window.isDestroyed() || this.#window.webContents.isDestroyed()) return null;
    return this.#window.webContents;
  }

  #create(): WindowPart {
    const { electron, partition, preload, events, clock, onSessionEnd } = this.#parts;
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
      if (!this.#closed) event.preventDefault();
    });
    window.on('closed', () => {
      cancel();
      if (!this.#closed) events.gone('killed');
    });
    window.on('session-end', onSessionEnd);
    this.#listen(window.webContents);
    return window;
  }

  #listen(contents: ContentsPart): void {
    const { events, log, placement } = this.#parts;
    keepManners(contents);
    contents.on('did-navigate', () => {
      this.#soundGranted = grantSound(contents, log);
    });
    contents.on('dom-ready', () => {
      const held = this.#held ?? [];
      this.#held = null;
      for (const message of held) this.send(message);
      lockZoom(contents).catch((error) => log.debug('The zoom could not be locked', { error }));
    });
    contents.on('render-process-gone', (_event, details) => {
      this.#held = [];
      if (this.#onExpectedDeath) return this.#onExpectedDeath();
      log.warn('A renderer is gone', {
        screen: placement.screenId,
        reason: details.reason,
        exit: details.exitCode,
      });
      events.gone(reasonOf(details.reason));
    });
    contents.on('unresponsive', () => events.hung());
    contents.ipc.on(fromScreen, (event, message: unknown) => {
      const { senderFrame } = event;
      if (!senderFrame || senderFrame.parent !== null || !isAppAddress(senderFrame.url)) {
        log.state(
          `sender ${placement.screenId}`,
          'foreign',
          'warn',
          'A message from a foreign frame was refused',
        );
        return;
      }
      void this.#soundGranted.then(() => events.message(message));
    });
  }

  #load(): void {
    this.#held = [];
    this.#window.loadURL(`${appAddress}index.html`).catch((error) =>
      this.#parts.log.warn('The app could not be loaded', {
        screen: this.#parts.placement.screenId,
        error,
      }),
    );
  }

  #endRenderer(contents: ContentsPart): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        cancel();
        this.#onExpectedDeath = null;
        resolve();
      };
      const cancel = this.#parts.clock.after(longestDeathMs, over);
      this.#onExpectedDeath = over;
      contents.forcefullyCrashRenderer();
    });
  }
}

function reasonOf(reason: Electron.RenderProcessGoneDetails['reason']): Gone {
  if (reason === 'oom' || reason === 'memory-eviction') return 'out-of-memory';
  return reason === 'killed' ? 'killed' : 'crashed';
}
