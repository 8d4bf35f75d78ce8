import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { CdpEvent, CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import type { LikeBrowser } from './browser.ts';
import { Documents, documents } from './documents.ts';
import { bindingName, preloadScripts, world } from './preload-world.ts';
import type { LikeSession } from './session.ts';

const nothing = (): void => undefined;
const longestTraceMs = 3_000;

/** `webContents` on a page of the real browser. What Electron does at once is done here as soon as possible. */
export class LikeContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  readonly #browser: LikeBrowser;
  readonly #session: LikeSession;
  readonly #preload: string;
  readonly #page = Promise.withResolvers<{ readonly targetId: string; readonly session: CdpSession }>();
  #cdp: CdpSession | null = null;
  #appAddress = '';
  /** The world of the preload script in the current document. */
  #world: number | null = null;
  #address = '';
  #pid = 0;
  #isCrashed = false;
  #isDestroyed = false;
  #onLoaded: ((error: Error | null) => void) | null = null;
  #onTraced: ((pid: number) => void) | null = null;

  constructor(browser: LikeBrowser, session: LikeSession, preload: string) {
    super();
    this.#browser = browser;
    this.#session = session;
    this.#preload = readFileSync(preload, 'utf8');
  }

  get page(): Promise<{ readonly targetId: string; readonly session: CdpSession }> {
    return this.#page.promise;
  }

  readonly mainFrame = {
    // The processes of frames are handled by the code of the Chromium host.
    framesInSubtree: [],
    executeJavaScript: async (expression: string, userGesture = false): Promise<unknown> => {
      const { session } = await this.page;
      const given = await session.send('Runtime.evaluate', { expression, userGesture, returnByValue: true });
      return given.result.value;
    },
  };

  /** The page exists now, and is paused. */
  async attach(targetId: string, cdp: CdpSession): Promise<void> {
    this.#cdp = cdp;
    this.#appAddress = await this.#session.appAddress;
    const docs = new Documents({
      session: this.#session,
      mainFrame: targetId,
      mayGo: (kind, address, isMainFrame) => {
        const event = refusable({ url: this.#electronAddress(address), isMainFrame });
        this.emit(kind, event);
        return !event.defaultPrevented;
      },
    });
    this.#browser.on(`event ${targetId}`, (event: CdpEvent) => this.#onEvent(event, targetId, docs));
    this.#browser.on(`crashed ${targetId}`, (status: string, code: number) => this.#onCrashed(status, code));
    this.#browser.once(`destroyed ${targetId}`, () => this.#onDestroyed());
    const { face, isolated } = preloadScripts(this.#preload, this.#appAddress);
    const children = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Fetch.enable', { patterns: documents }),
      cdp.send('Target.setAutoAttach', children),
      cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: world }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: face }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: world }),
      cdp.send('Input.setIgnoreInputEvents', { ignore: true }),
      // As `backgroundThrottling: false`: a page below another one paints.
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      cdp.send('Runtime.runIfWaitingForDebugger'),
    ]);
    this.#page.resolve({ targetId, session: cdp });
  }

  async loadURL(address: string): Promise<void> {
    this.#mustLive();
    const { session } = await this.page;
    const loaded = new Promise<Error | null>((resolve) => {
      this.#onLoaded = resolve;
    });
    this.#isCrashed = false;
    const url = address.replace('vitrine://app/', this.#appAddress);
    const { errorText } = await session.send('Page.navigate', { url });
    const error = errorText ? new Error(`${errorText} loading '${address}'`) : await loaded;
    if (error) throw error;
  }

  /** Messages sent before the preload script runs are lost. */
  send(channel: string, message: unknown): void {
    this.#mustLive();
    if (this.#world === null) return;
    const text = JSON.stringify(JSON.stringify(message));
    const expression = `deliver(${JSON.stringify(channel)}, ${text})`;
    this.#cdp?.post('Runtime.evaluate', { expression, contextId: this.#world });
  }

  async capturePage() {
    this.#mustLive();
    const { session } = await this.page;
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    const bytes = Buffer.from(data, 'base64');
    const image = {
      isEmpty: () => data === '',
      toPNG: () => bytes,
      toJPEG: () => bytes,
      resize: () => image as never,
    };
    return image;
  }

  close(): void {
    this.#mustLive();
    void this.page.then(({ targetId }) => this.#browser.cdp.browser.post('Target.closeTarget', { targetId }));
  }

  getOSProcessId(): number {
    this.#mustLive();
    return this.#pid;
  }

  isCrashed(): boolean {
    this.#mustLive();
    return this.#isCrashed;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  // Only the existence of these is tested here.
  readonly setWindowOpenHandler = nothing;
  readonly setWebRTCIPHandlingPolicy = nothing;
  readonly setZoomFactor = nothing;
  readonly setVisualZoomLevelLimits = async (): Promise<void> => undefined;

  #onEvent(event: CdpEvent, targetId: string, docs: Documents): void {
    const { method, params, sessionId } = event;
    const isOurs = sessionId === this.#cdp?.id;
    const cdp = this.#browser.cdp.session(sessionId);
    switch (method) {
      case 'Target.attachedToTarget':
        this.#watch(this.#browser.cdp.session(params.sessionId));
        return;
      case 'Fetch.requestPaused':
        docs.paused(params, cdp).catch(() => {
          cdp.post('Fetch.failRequest', { requestId: params.requestId, errorReason: 'Failed' });
        });
        return;
      case 'Page.frameAttached':
        docs.attached(params.frameId, params.parentFrameId);
        return;
      case 'Page.frameNavigated':
        docs.navigated(params.frame.id, params.frame.url);
        if (isOurs && params.frame.id === targetId) this.#onNavigated(params.frame.url);
        return;
      case 'Page.domContentEventFired':
        if (isOurs && this.#isApp()) this.emit('dom-ready', refusable({}));
        return;
      case 'Page.loadEventFired':
        if (isOurs && this.#isApp()) this.#loaded(null);
        return;
      case 'Runtime.executionContextCreated':
        if (isOurs && params.context.name === world && params.context.auxData?.frameId === targetId)
          this.#world = params.context.id;
        return;
      case 'Runtime.executionContextsCleared':
        if (isOurs) this.#world = null;
        return;
      case 'Runtime.bindingCalled':
        if (isOurs && params.executionContextId === this.#world) this.#onIpc(params.payload);
        return;
      case 'Tracing.dataCollected':
        if (isOurs) this.#onTrace(params.value);
        return;
    }
  }

  #watch(child: CdpSession): void {
    child.post('Page.enable');
    child.post('Fetch.enable', { patterns: documents });
    child.post('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    child.post('Runtime.runIfWaitingForDebugger');
  }

  #onNavigated(address: string): void {
    this.#address = address;
    if (!this.#isApp()) return;
    this.emit('did-navigate', refusable({}), this.#electronAddress(address));
    void this.#learnPid();
  }

  /**
   * A navigation may still be moving to another process: only two equal answers count. Until then it asks again, however busy the
   * browser is; a trace that an earlier question has left running is ended.
   */
  async #learnPid(): Promise<void> {
    for (let before = -1; !this.#isDestroyed; ) {
      await this.#browser.alone(() => this.#findPid()).catch(() => this.#cdp?.post('Tracing.end'));
      if (this.#pid > 0 && this.#pid === before) return;
      before = this.#pid;
      await pause(250);
    }
  }

  /** The browser reveals the process of a page only at the start of a trace, which is stopped at once. */
  async #findPid(): Promise<void> {
    if (this.#cdp === null || this.#isDestroyed) return;
    const found = new Promise<number>((resolve) => {
      this.#onTraced = resolve;
      setTimeout(() => resolve(0), longestTraceMs).unref();
    });
    const categories = '-*,disabled-by-default-devtools.timeline';
    await this.#cdp.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
    await this.#cdp.send('Tracing.end');
    this.#pid = await found;
  }

  #onTrace(events: readonly Readonly<Record<string, unknown>>[]): void {
    const start = events.find(({ name }) => name === 'TracingStartedInBrowser') as
      | { args: { data?: { frames?: { isOutermostMainFrame?: boolean; processId?: number }[] } } }
      | undefined;
    const main = start?.args.data?.frames?.find(({ isOutermostMainFrame }) => isOutermostMainFrame);
    if (main?.processId) this.#onTraced?.(main.processId);
  }

  #onIpc(payload: string): void {
    const { channel, message } = JSON.parse(payload);
    const senderFrame = { url: this.#electronAddress(this.#address), parent: null };
    this.ipc.emit(channel, { senderFrame }, message);
  }

  #onCrashed(status: string, exitCode: number): void {
    this.#isCrashed = true;
    this.#world = null;
    this.#pid = 0;
    this.#loaded(new Error('ERR_FAILED (-2)'));
    this.emit('render-process-gone', refusable({}), {
      reason: /kill/i.test(status) ? 'killed' : status,
      exitCode,
    });
  }

  #onDestroyed(): void {
    this.#isDestroyed = true;
    this.#loaded(new Error('ERR_ABORTED (-3)'));
    this.emit('destroyed');
  }

  #loaded(error: Error | null): void {
    this.#onLoaded?.(error);
    this.#onLoaded = null;
  }

  #isApp(): boolean {
    return this.#address.startsWith(this.#appAddress);
  }

  #electronAddress(address: string): string {
    return address.startsWith(this.#appAddress)
      ? `vitrine://app/${address.slice(this.#appAddress.length)}`
      : address;
  }

  #mustLive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }
}

/** Electron's events can be refused. */
export function refusable<Params extends object>(params: Params) {
  return {
    ...params,
    defaultPrevented: false,
    preventDefault(): void {
      this.defaultPrevented = true;
    },
  };
}
