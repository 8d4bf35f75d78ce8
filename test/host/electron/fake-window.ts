import { EventEmitter } from 'node:events';
import { fromScreen, toScreen } from '../../../src/main/host/electron/channels.ts';
import { refusable } from './fake-electron.ts';
import type { FakeSession } from './fake-session.ts';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export class FakeWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly session: FakeSession;
  visible: boolean;
  focused = false;
  bounds: Partial<Electron.Rectangle>;
  readonly #contents: FakeContents;
  readonly #onDestroyed: (window: FakeWindow) => void;
  #destroyed = false;

  constructor(
    options: Electron.BrowserWindowConstructorOptions,
    session: FakeSession,
    onDestroyed: (window: FakeWindow) => void,
  ) {
    super();
    this.options = options;
    this.session = session;
    this.visible = options.show !== false;
    this.bounds = {
      x: options.x,
      y: options.y,
      width: options.width,
      height: options.height,
    } as Electron.Rectangle;
    this.#onDestroyed = onDestroyed;
    this.#contents = new FakeContents(options.webPreferences ?? {}, session);
  }

  get webContents(): FakeContents {
    this.#mustLive();
    return this.#contents;
  }

  /** Also of a window that is gone. */
  get contents(): FakeContents {
    return this.#contents;
  }

  async loadURL(address: string): Promise<void> {
    this.#mustLive();
    await this.#contents.load(address);
    if (!this.#destroyed) this.emit('ready-to-show');
  }

  show(): void {
    this.#mustLive();
    this.visible = true;
  }

  focus(): void {
    this.#mustLive();
    this.focused = true;
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#mustLive();
    this.bounds = bounds;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#contents.end();
    this.emit('closed');
    this.#onDestroyed(this);
  }

  /** As by Alt+F4 or a window manager. True when the window is gone. */
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
  /** Each window has a renderer of its own. */
  readonly pid = ++lastPid;
  readonly ipc = new EventEmitter();
  readonly preferences: Electron.WebPreferences;
  /** What arrived in the page, oldest first. */
  readonly received: unknown[] = [];
  readonly gestures: string[] = [];
  zoom: { factor: number; limits: readonly [number, number] | null } = { factor: 1, limits: null };
  /** How the next loads, captures and gestures go. */
  loads: 'well' | 'never' | 'badly' = 'well';
  captures: 'well' | 'never' | 'empty' = 'well';
  gesturesGo: 'well' | 'never' | 'badly' = 'well';
  zoomLocks: 'well' | 'badly' = 'well';
  /** Whether a renderer that is told to crash does so. */
  diesWhenTold = true;
  documents = 0;
  top: FakeFrame = { url: '', parent: null };
  #openWindow: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  #crashed = false;
  #ended = false;
  /** Runs in each new document before anything else of it: what stands for the preload script. */
  onDocument: (contents: FakeContents) => Promise<void> = async () => undefined;
  /** Answers nothing any more, until its renderer is ended. */
  hangs = false;
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
      async executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
        if (contents.gesturesGo === 'never') return new Promise(() => undefined);
        if (contents.gesturesGo === 'badly') throw new Error('the frame is gone');
        if (userGesture) contents.gestures.push(code);
        return 0;
      },
    };
  }

  async load(address: string): Promise<void> {
    if (this.loads === 'never') return new Promise(() => undefined);
    if (this.loads === 'badly') throw new Error('ERR_FAILED (-2) loading the app');
    const answer = await this.#session.fetch(address);
    await answer.text();
    if (this.#ended) throw new Error('ERR_ABORTED (-3) loading the app');
    this.#crashed = false;
    this.documents++;
    this.received.length = 0;
    this.hangs = false;
    this.top = { url: address, parent: null };
    await this.onDocument(this);
    this.emit('did-navigate', refusable({}), address, answer.status, '');
    this.emit('dom-ready', refusable({}));
  }

  /** The stage, or whatever frame is named, says something. */
  says(message: unknown, frame: FakeFrame | null = this.top): void {
    this.ipc.emit(fromScreen, { senderFrame: frame }, message);
  }

  send(channel: string, message: unknown): void {
    if (this.#ended) throw new TypeError('Object has been destroyed');
    if (this.#crashed) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    // Before a document is there, messages to it are dropped.
    if (channel !== toScreen || this.documents === 0) return;
    this.received.push(structuredClone(message));
    this.emit('ipc-message-to-page', structuredClone(message));
  }

  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.#openWindow = handler;
  }

  setZoomFactor(factor: number): void {
    this.zoom = { ...this.zoom, factor };
  }

  async setVisualZoomLevelLimits(minimum: number, maximum: number): Promise<void> {
    if (this.zoomLocks === 'badly') throw new Error('the frame is gone');
    this.zoom = { ...this.zoom, limits: [minimum, maximum] };
  }

  async capturePage() {
    if (this.captures === 'never') return new Promise<never>(() => undefined);
    return { isEmpty: () => this.captures === 'empty', toPNG: () => png };
  }

  forcefullyCrashRenderer(): void {
    if (this.diesWhenTold) setImmediate(() => this.dies('killed'));
  }

  getOSProcessId(): number {
    if (this.#ended) throw new TypeError('Object has been destroyed');
    return this.pid;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  isDestroyed(): boolean {
    return this.#ended;
  }

  dies(reason: Electron.RenderProcessGoneDetails['reason']): void {
    this.#crashed = true;
    this.emit('render-process-gone', refusable({}), { reason, exitCode: 1 });
  }

  end(): void {
    this.#ended = true;
  }

  /** A page or a person tries this; true when it happened. */
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

  /** True when the page could hold itself open: that event is refused to let the page go. */
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
