import type { ToScreen } from '../../../shared/messages.ts';
import { type Clock, sleep } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type { AllowedPage, Display, HostWindow, Picture, WindowEvents } from '../host.ts';
import { isSilence, within } from '../within.ts';
import { type BridgeScripts, bindingName, hello, isolatedWorld } from './bridge-script.ts';
import type { Browser, PageTarget } from './browser.ts';
import type { CdpEvent } from './cdp.ts';
import { fieldsIn, numberIn, textIn } from './fields.ts';
import { PageGuard } from './page-guard.ts';
import { RendererMemory } from './renderer-memory.ts';

export interface WindowParts {
  readonly screenId: string;
  readonly display: Display;
  readonly pages: () => readonly AllowedPage[];
  readonly appAddress: string;
  readonly scripts: BridgeScripts;
  readonly proxy: BrowserProxy | null;
  readonly events: WindowEvents;
  readonly clock: Clock;
  readonly log: Log;
  /** The browser, started again when it is gone. */
  browser(): Promise<Browser>;
  /** Opens another one in front of which that page is. */
  openBehind(page: PageTarget, display: Display, events: WindowEvents): Promise<HostWindow>;
  readonly onClose: () => void;
}

interface Attached {
  readonly browser: Browser;
  readonly page: PageTarget;
  readonly guard: PageGuard;
  readonly memory: RendererMemory;
}

/** How long a browser that is up may take to open a window and ask for the app. */
const loadWaitMs = 10_000;

/** Messages kept for a document that is not there yet. A stage asks for everything anew when it is ready. */
const mostWaiting = 50;

/** How long a renderer that was told to crash may take. */
const crashWaitMs = 1000;
/** How long a living browser may take to load the app anew. */
const reviveWaitMs = 3000;
const captureWaitMs = 5000;
const comeForwardWaitMs = 2000;

/** One screen's window. It outlives its page and the browser: `revive` gives it another. */
export class ChromiumWindow implements HostWindow {
  readonly #parts: WindowParts;
  #attached: Attached | null = null;
  /** The isolated world of the app's document; null while there is no such document. */
  #context: number | null = null;
  #waiting: ToScreen[] = [];
  /** Frames in processes of their own, by session. */
  readonly #frames = new Map<string, string>();
  #display: Display;
  #crashed = false;
  #onCrash: (() => void) | null = null;

  constructor(parts: WindowParts) {
    this.#parts = parts;
    this.#display = parts.display;
  }

  /** `front`: the page behind which this one is opened. */
  async load(front: PageTarget | null = null): Promise<void> {
    const browser = await this.#parts.browser();
    const givenUp = new AbortController();
    try {
      const filled = this.#fill(browser, front, givenUp.signal);
      await within(this.#parts.clock, loadWaitMs, 'opened a window', filled);
    } catch (error) {
      givenUp.abort(error);
      const page = this.#attached?.page;
      this.#attached = null;
      this.#forget();
      // One that answers goes on for the sake of its other windows; and the one in front may be playing well.
      if (isSilence(error) && front === null) await browser.kill();
      else if (page && browser.alive) browser.closePage(page);
      throw error;
    }
  }

  async #fill(browser: Browser, front: PageTarget | null, givenUp: AbortSignal): Promise<void> {
    const page = await (front ? browser.takePageBehind(front) : browser.takePage(this.#display));
    if (givenUp.aborted) {
      // Nobody would ever close it.
      browser.closePage(page);
      return;
    }
    const { pages, appAddress, scripts, proxy, log, clock } = this.#parts;
    const isApp = (address: string): boolean => address.startsWith(appAddress);
    const guard = new PageGuard({
      cdp: browser.cdp,
      pages,
      proxy,
      mainFrame: page.targetId,
      isApp,
      onFailed: (address, reason) => this.send({ type: 'page-failed', address, reason }),
      log,
    });
    const memory = new RendererMemory(browser.cdp, page.sessionId, clock);
    this.#attached = { browser, page, guard, memory };
    this.#crashed = false;
    const tell = (method: string, params = {}): Promise<unknown> =>
      browser.cdp.send(method, params, page.sessionId);
    await Promise.all([
      guard.watch(page.sessionId),
      tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      tell('Runtime.enable'),
      tell('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorld }),
      tell('Page.addScriptToEvaluateOnNewDocument', { source: scripts.face }),
      tell('Page.addScriptToEvaluateOnNewDocument', { source: scripts.isolated, worldName: isolatedWorld }),
      tell('Input.setIgnoreInputEvents', { ignore: true }),
      // A page that is behind another one paints only when it believes to be looked at.
      ...(front
        ? [tell('Emulation.setFocusEmulationEnabled', { enabled: true }), this.#size(this.#attached)]
        : [this.#place(this.#attached)]),
    ]);
    // Not together with the rest: the browser itself navigates, and would overtake what the renderer is still
    // being told; the app's document would then start without its bridge.
    await tell('Page.navigate', { url: `${appAddress}index.html` });
  }

  fitTo(display: Display): void {
    this.#display = display;
    if (!this.#attached?.browser.alive) return;
    this.#place(this.#attached).catch((error: unknown) =>
      this.#parts.log.warn('The stage did not take the size of its display', { error }),
    );
  }

  #place(attached: Attached): Promise<unknown> {
    attached.browser
      .cover(attached.page, this.#display)
      .catch((error: unknown) => this.#parts.log.warn('The window could not be placed', { error }));
    return this.#size(attached);
  }

  #size({ browser, page }: Attached): Promise<unknown> {
    const { width, height } = this.#display;
    // The window is a little larger than the display where no window manager holds it; the page is not.
    const size = { width, height, deviceScaleFactor: 0, mobile: false };
    return browser.cdp.send('Emulation.setDeviceMetricsOverride', size, page.sessionId);
  }

  send(message: ToScreen): void {
    if (this.#context === null) {
      this.#waiting.push(message);
      if (this.#waiting.length > mostWaiting) this.#waiting.shift();
      return;
    }
    this.#deliver(message, this.#context);
  }

  #deliver(message: ToScreen, contextId: number): void {
    const expression = `deliver(${JSON.stringify(JSON.stringify(message))})`;
    this.#tell('Runtime.evaluate', { expression, contextId });
  }

  async capture(): Promise<Picture> {
    const { browser, page } = this.#requireAttached();
    const { width, height } = this.#display;
    const asked = browser.cdp.send(
      'Page.captureScreenshot',
      { format: 'png', optimizeForSpeed: true, clip: { x: 0, y: 0, width, height, scale: 1 } },
      page.sessionId,
    );
    const answer = await within(this.#parts.clock, captureWaitMs, 'given a picture', asked);
    return { mimeType: 'image/png', bytes: Buffer.from(textIn(answer, 'data') ?? '', 'base64') };
  }

  async revive(): Promise<void> {
    const attached = this.#attached;
    this.#forget();
    if (attached?.browser.alive) {
      const { clock, log } = this.#parts;
      try {
        await within(clock, reviveWaitMs, 'brought back the stage', this.#reload(attached));
        return;
      } catch (error) {
        log.warn('The browser does not bring back the stage: it is started again', { error });
        // Its end is our own doing now, and no further death of this stage.
        this.#attached = null;
        await attached.browser.kill();
      }
    }
    await this.load();
  }

  async #reload(attached: Attached): Promise<void> {
    if (!this.#crashed && !(await this.#crash(attached)))
      throw new VitrineError('temporary', 'stage-stuck', 'The renderer cannot even be ended.');
    this.#crashed = false;
    const { browser, page } = attached;
    await browser.cdp.send('Page.navigate', { url: `${this.#parts.appAddress}index.html` }, page.sessionId);
  }

  /** True once the renderer is dead. A hung one answers nothing, also not a reload, but can be made to crash. */
  async #crash({ browser, page }: Attached): Promise<boolean> {
    const crashed = new Promise<void>((resolve) => {
      this.#onCrash = resolve;
    });
    browser.cdp.send('Page.crash', {}, page.sessionId).catch(() => undefined);
    await Promise.race([crashed, sleep(this.#parts.clock, crashWaitMs)]);
    this.#onCrash = null;
    return this.#crashed;
  }

  async memory(): Promise<number | null> {
    const attached = this.#attached;
    // Only one at a time may ask the browser which process a page is in.
    return attached === null ? null : attached.browser.alone(() => attached.memory.bytes());
  }

  openBehind(events: WindowEvents): Promise<HostWindow> {
    return this.#parts.openBehind(this.#requireAttached().page, this.#display, events);
  }

  async comeForward(): Promise<void> {
    const { browser, page } = this.#requireAttached();
    const { targetId } = page;
    const asked = browser.cdp.send('Target.activateTarget', { targetId });
    await within(this.#parts.clock, comeForwardWaitMs, 'shown another page', asked);
    this.#hidePointer();
    this.#tell('Emulation.setFocusEmulationEnabled', { enabled: false });
  }

  async close(): Promise<void> {
    const attached = this.#attached;
    this.#attached = null;
    this.#forget();
    this.#parts.onClose();
    if (!attached?.browser.alive) return;
    await attached.browser.cdp.send('Target.closeTarget', { targetId: attached.page.targetId });
  }

  /** From the browser: an event of this window's page or of a frame in it. */
  onEvent(pageSessionId: string, event: CdpEvent): void {
    const attached = this.#attached;
    if (attached?.page.sessionId !== pageSessionId) return;
    const { method, params, sessionId } = event;
    if (attached.guard.handle(event)) return;
    if (sessionId === pageSessionId && attached.memory.handle(event)) return;
    if (method === 'Target.attachedToTarget') this.#onFrame(attached, params);
    if (method === 'Target.detachedFromTarget') this.#frames.delete(textIn(params, 'sessionId') ?? '');
    if (method === 'Inspector.targetCrashed' && sessionId !== pageSessionId)
      attached.guard.frameCrashed(this.#frames.get(sessionId ?? '') ?? '');
    if (method === 'Page.frameNavigated' && sessionId === pageSessionId)
      this.#onNavigated(fieldsIn(params, 'frame'));
    // Only the page's own session, and in it only our isolated world, has the binding.
    if (method === 'Runtime.bindingCalled' && sessionId === pageSessionId) this.#onBinding(params);
    if (method === 'Runtime.executionContextsCleared' && sessionId === pageSessionId) this.#context = null;
  }

  /** A network request of the stage for another document is refused; blank ones need no network. */
  #onNavigated(frame: CdpEvent['params']): void {
    const { appAddress, log } = this.#parts;
    const address = textIn(frame, 'url') ?? '';
    const isOurs = address.startsWith(appAddress) || appAddress.startsWith(address);
    // The browser's own page for an app that did not come is the watchdog's business: it knows how to wait.
    const isError = address.startsWith('chrome-error:');
    if (textIn(frame, 'parentId') !== null || isOurs || isError) return;
    log.warn('The stage was left; it is loaded again');
    this.#tell('Page.navigate', { url: `${appAddress}index.html` });
  }

  #onBinding(params: CdpEvent['params']): void {
    const contextId = numberIn(params, 'executionContextId');
    const payload = textIn(params, 'payload') ?? '';
    if (payload === hello) {
      this.#attached?.memory.forget();
      this.#context = contextId;
      this.#hidePointer();
      // Sound for the stage; a frame is another document and does not get it.
      this.#tell('Runtime.evaluate', { expression: '0', userGesture: true });
      for (const message of this.#waiting.splice(0)) this.send(message);
      return;
    }
    if (contextId !== this.#context || !payload.startsWith('m')) return;
    this.#parts.events.message(parsed(payload.slice(1)));
  }

  /**
   * The pointer keeps the shape that it was last given by a movement over a page. It gets one, over a document that
   * shows none; from then on the page hears of no movement any more, nor of keys, wheel and touch.
   */
  #hidePointer(): void {
    const { width, height } = this.#display;
    this.#tell('Input.setIgnoreInputEvents', { ignore: false });
    for (const step of [0, 1]) {
      const place = { x: Math.floor(width / 2) + step, y: Math.floor(height / 2) };
      this.#tell('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
    }
    this.#tell('Input.setIgnoreInputEvents', { ignore: true });
  }

  /** A frame or worker in a process of its own: it waits until it is watched. */
  #onFrame({ browser, guard }: Attached, params: CdpEvent['params']): void {
    const { cdp } = browser;
    const sessionId = textIn(params, 'sessionId') ?? '';
    // A frame that is a target has the same id as both.
    this.#frames.set(sessionId, textIn(fieldsIn(params, 'targetInfo'), 'targetId') ?? '');
    const ready = Promise.all([
      guard.watch(sessionId).catch(() => undefined),
      cdp
        .send(
          'Target.setAutoAttach',
          { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
          sessionId,
        )
        .catch(() => undefined),
      cdp.send('Inspector.enable', {}, sessionId).catch(() => undefined),
      cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId),
    ]);
    ready.catch((error: unknown) => this.#parts.log.debug('A frame went away at once', { error }));
  }

  onCrashed(targetId: string, status: string): void {
    if (this.#attached?.page.targetId !== targetId) return;
    this.#crashed = true;
    this.#forget();
    if (this.#onCrash) {
      this.#onCrash();
      return;
    }
    const reason = /oom|memory/i.test(status) ? 'out-of-memory' : /kill/i.test(status) ? 'killed' : 'crashed';
    this.#parts.events.gone(reason);
  }

  onBrowserEnded(): void {
    if (!this.#attached) return;
    this.#attached = null;
    this.#forget();
    this.#parts.events.gone('browser-exited');
  }

  onClosed(targetId: string): void {
    if (this.#attached?.page.targetId === targetId) this.onBrowserEnded();
  }

  #forget(): void {
    this.#attached?.memory.forget();
    this.#context = null;
    this.#waiting = [];
  }

  #tell(method: string, params: CdpEvent['params']): void {
    const attached = this.#attached;
    if (!attached) return;
    attached.browser.cdp.send(method, params, attached.page.sessionId).catch((error: unknown) => {
      this.#parts.log.debug('The stage went away', { error });
    });
  }

  #requireAttached(): Attached {
    if (this.#attached) return this.#attached;
    throw new VitrineError(
      'temporary',
      'window-gone',
      `The window of screen ${this.#parts.screenId} is not there.`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The stage may have been taken over by its content; the parser of screen messages refuses null.
    return null;
  }
}
