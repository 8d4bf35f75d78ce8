import { EventEmitter } from 'node:events';
import { fromScreen, toScreen } from '../../../src/main/host/electron/channels.ts';
import { refusable } from './fake-electron.ts';
import type { FakeSession } from './fake-session.ts';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The content of a window. Its page does not close with the window: the host must close it. */
export class FakeView {
  readonly #contents: FakeContents;
  readonly session: FakeSession;
  background = '';
  bounds: Partial<Electron.Rectangle> = {};

  constructor(options: Electron.WebContentsViewConstructorOptions, session: FakeSession) {
    this.session = session;
    this.#contents = new FakeContents(options.webPreferences ?? {}, session);
  }

  /** Undefined once the page is gone. */
  get webContents(): FakeContents {
    return this.#contents.isDestroyed() ? (undefined as unknown as FakeContents) : this.#contents;
  }

  /** Available even after the page is gone. */
  get contents(): FakeContents {
    return this.#contents;
  }

  setBackgroundColor(color: string): void {
    this.background = color;
  }

  setBounds(bounds: Electron.Rectangle): void {
    this.bounds = bounds;
  }
}

/** As on Linux without a window manager, as many kiosks are. */
export class FakeWindow extends EventEmitter {
  readonly options: Electron.BaseWindowConstructorOptions;
  visible: boolean;
  kiosk: boolean;
  focused = false;
  bounds: Partial<Electron.Rectangle>;
  /** From lowest to topmost. */
  readonly views: FakeView[] = [];
  #last: FakeView | null = null;
  readonly #onDestroyed: (window: FakeWindow) => void;
  #destroyed = false;

  constructor(options: Electron.BaseWindowConstructorOptions, onDestroyed: (window: FakeWindow) => void) {
    super();
    this.options = options;
    this.kiosk = options.kiosk === true;
    // A kiosk window is shown on creation.
    this.visible = options.show !== false || this.kiosk;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.#onDestroyed = onDestroyed;
  }

  readonly contentView = {
    addChildView: (view: unknown, index?: number): void => {
      this.#mustLive();
      if (!(view instanceof FakeView)) throw new TypeError('Error processing argument at index 0');
      this.contentView.removeChildView(view);
      this.views.splice(index ?? this.views.length, 0, view);
      this.#last = view;
    },
    removeChildView: (view: unknown): void => {
      this.#mustLive();
      const index = this.views.findIndex((one) => Object.is(one, view));
      if (index >= 0) this.views.splice(index, 1);
    },
  };

  /** The visible page, also of a window that is gone. */
  get contents(): FakeContents {
    const seen = this.views.at(-1) ?? this.#last;
    if (!seen) throw new Error('there is nothing in the window');
    return seen.contents;
  }

  /** Whether it covers the last pixel: a window of exactly the display's size is made one pixel smaller. */
  covers({ x, y, width, height }: Electron.Rectangle): boolean {
    const { bounds } = this;
    const isPlaced = bounds.x === x && bounds.y === y;
    return isPlaced && bounds.width === width + 1 && bounds.height === height + 1;
  }

  show(): void {
    this.#mustLive();
    this.visible = true;
  }

  setKiosk(flag: boolean): void {
    this.#mustLive();
    this.kiosk = flag;
    if (flag) this.visible = true;
  }

  focus(): void {
    this.#mustLive();
    this.focused = true;
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#mustLive();
    // It stays on its display, at the display's size.
    if (this.kiosk) return;
    this.bounds = bounds;
    this.emit('resize');
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('closed');
    this.#onDestroyed(this);
  }

  /** As by Alt+F4 or a window manager. Returns whether the window is gone. */
  close(): boolean {
    const event = refusable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    return this.#destroyed;
  }

  #mustLive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }
}

export interface FakeFrame {
  url: string;
  readonly parent: FakeFrame | null;
}

let lastPid = 1_000;

export class FakeContents extends EventEmitter {
  /** Each page has its own renderer, and another one after each death. */
  pid = ++lastPid;
  readonly ipc = new EventEmitter();
  readonly preferences: Electron.WebPreferences;
  /** Messages that arrived in the page, oldest first. */
  readonly received: unknown[] = [];
  readonly gestures: string[] = [];
  zoom: { factor: number; limits: readonly [number, number] | null } = { factor: 1, limits: null };
  /** Outcomes of the next loads, captures and gestures. */
  loads: 'well' | 'never' | 'badly' = 'well';
  captures: 'well' | 'never' | 'empty' = 'well';
  gesturesGo: 'well' | 'never' | 'badly' = 'well';
  zoomLocks: 'well' | 'badly' = 'well';
  /** Whether its process can be killed. */
  immortal = false;
  webRtc = 'default';
  documents = 0;
  top: FakeFrame = { url: '', parent: null };
  /** All frames below it, in any process. */
  frames: readonly (FakeFrame & { readonly osProcessId: number; readonly parent: FakeFrame })[] = [];
  #openWindow: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  #crashed = false;
  #ended = false;
  /** Runs first in each new document, in place of the preload script. */
  onDocument: (contents: FakeContents) => Promise<void> = async () => undefined;
  /** Stops answering, keeps its process when another document is loaded, and reads no message. */
  stopped = false;
  readonly #session: FakeSession;

  constructor(preferences: Electron.WebPreferences, session: FakeSession) {
    super();
    this.preferences = preferences;
    this.#session = session;
  }

  get mainFrame() {
    const contents = this;
    return {
      get url(): string {
        return contents.top.url;
      },
      get framesInSubtree() {
        return [{ url: contents.top.url, osProcessId: contents.pid, parent: null }, ...contents.frames];
      },
      async executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
        if (contents.gesturesGo === 'never') return new Promise(() => undefined);
        if (contents.gesturesGo === 'badly') throw new Error('the frame is gone');
        if (userGesture) contents.gestures.push(code);
        return 0;
      },
    };
  }

  async loadURL(address: string): Promise<void> {
    this.#mustLive();
    if (this.loads === 'never' || this.stopped) return new Promise(() => undefined);
    if (this.loads === 'badly') throw new Error('ERR_FAILED (-2) loading the app');
    const answer = await this.#session.fetch(address);
    await answer.text();
    if (this.#ended || this.stopped) throw new Error('ERR_ABORTED (-3) loading the app');
    if (this.#crashed) this.pid = ++lastPid;
    this.#crashed = false;
    this.documents++;
    this.received.length = 0;
    this.top = { url: address, parent: null };
    await this.onDocument(this);
    this.emit('did-navigate', refusable({}), address, answer.status, '');
    this.emit('dom-ready', refusable({}));
  }

  /** The stage, or the given frame, sends a message. */
  says(message: unknown, frame: FakeFrame | null = this.top): void {
    this.ipc.emit(fromScreen, { senderFrame: frame }, message);
  }

  send(channel: string, message: unknown): void {
    this.#mustLive();
    if (this.#crashed) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    // Messages to a document that does not exist yet are dropped.
    if (channel !== toScreen || this.documents === 0) return;
    this.received.push(structuredClone(message));
    this.emit('ipc-message-to-page', structuredClone(message));
  }

  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.#openWindow = handler;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }

  setZoomFactor(factor: number): void {
    this.#mustLive();
    this.zoom = { ...this.zoom, factor };
  }

  async setVisualZoomLevelLimits(minimum: number, maximum: number): Promise<void> {
    if (this.zoomLocks === 'badly') throw new Error('the frame is gone');
    this.zoom = { ...this.zoom, limits: [minimum, maximum] };
  }

  async capturePage() {
    this.#mustLive();
    if (this.captures === 'never') return new Promise<never>(() => undefined);
    const image = {
      isEmpty: () => this.captures === 'empty',
      toPNG: () => png,
      toJPEG: () => png,
      resize: () => image as never,
    };
    return image;
  }

  getOSProcessId(): number {
    this.#mustLive();
    return this.#crashed ? 0 : this.pid;
  }

  isCrashed(): boolean {
    this.#mustLive();
    return this.#crashed;
  }

  isDestroyed(): boolean {
    return this.#ended;
  }

  dies(reason: Electron.RenderProcessGoneDetails['reason']): void {
    this.#crashed = true;
    this.stopped = false;
    this.emit('render-process-gone', refusable({}), { reason, exitCode: 1 });
  }

  close(): void {
    this.#mustLive();
    setImmediate(() => {
      this.#ended = true;
      this.emit('destroyed');
    });
  }

  #mustLive(): void {
    if (this.#ended) throw new TypeError('Object has been destroyed');
  }

  /** A page or a person tries this; returns whether it happened. */
  opensWindow(url: string): boolean {
    const details = { url, frameName: '', features: '', disposition: 'new-window' as const };
    const response = this.#openWindow?.({ ...details, referrer: { url: '', policy: 'default' } });
    return response?.action !== 'deny';
  }

  navigates(url: string, isMainFrame: boolean): boolean {
    return this.#happens('will-frame-navigate', { url, isMainFrame, isSameDocument: false, frame: null });
  }

  redirects(url: string, isMainFrame: boolean): boolean {
    return this.#happens('will-redirect', { url, isMainFrame, isSameDocument: false, frame: null });
  }

  attachesWebview(): boolean {
    return this.#happens('will-attach-webview', {});
  }

  /** Whether the page could stay open: preventing this event closes it. */
  asksToStay(): boolean {
    return this.#happens('will-prevent-unload', {});
  }

  takesKey(code: string, held: { readonly control?: boolean; readonly alt?: boolean } = {}): boolean {
    const event = refusable({});
    this.emit('before-input-event', event, { control: false, alt: false, ...held, code });
    return !event.defaultPrevented;
  }

  takesMouse(): boolean {
    return this.#happens('before-mouse-event', {});
  }

  #happens(name: string, params: object): boolean {
    const event = refusable(params);
    this.emit(name, event);
    return !event.defaultPrevented;
  }
}
