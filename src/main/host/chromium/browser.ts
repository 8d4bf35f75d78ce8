import type { Clock } from '../../clock.ts';
import { sleep } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Display } from '../host.ts';
import { within } from '../within.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import type { Size } from './display.ts';
import { type Fields, fieldsIn, listIn, numberIn, textIn } from './fields.ts';
import { type Launched, type LaunchOptions, launch } from './launch.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** A page of the browser that is a window of ours. */
export interface PageTarget {
  readonly targetId: string;
  readonly sessionId: string;
}

export interface BrowserEvents {
  /** An event of a window's page or of a frame in it, by the page's session. */
  page(pageSessionId: string, event: CdpEvent): void;
  crashed(targetId: string, status: string): void;
  /** The page is gone for good. */
  closed(targetId: string): void;
  /** By itself, or killed by us. */
  ended(words: string, byUs: boolean): void;
}

export type BrowserOptions = Omit<LaunchOptions, 'onEvent'> & {
  readonly clock: Clock;
  /** Ends the start as soon as it is aborted. */
  readonly signal: AbortSignal;
};

/** From a slow card on a small board it takes a while. */
const startWaitMs = 30_000;

/** How long one window may keep the others from what only one at a time can have of the browser. */
const longestAloneMs = 5_000;

/** One run of the browser, from its start to its end. */
export class Browser {
  readonly #events: BrowserEvents;
  readonly #log: Log;
  readonly #startAddress: string;
  #launched: Launched | null = null;
  /** Pages that stand at the start address and that no window has taken yet. */
  readonly #free: PageTarget[] = [];
  readonly #wanted: ((page: PageTarget) => void)[] = [];
  /** Sessions of the pages that are there: some questions about the machine are only answered to a page. */
  readonly #pages = new Set<string>();
  /** Session of a frame or worker → session of the page that it is in. */
  readonly #pageOf = new Map<string, string>();
  /** The one that the browser opened by itself, with the size that it was started with. */
  #first: PageTarget | null = null;
  readonly #size: Size | null;
  readonly #oneAtATime: OneAtATime;
  #alive = true;
  #killed = false;
  #version = '';

  private constructor(options: BrowserOptions, events: BrowserEvents, log: Log) {
    this.#startAddress = options.startAddress;
    this.#size = options.size;
    this.#oneAtATime = new OneAtATime(options.clock, longestAloneMs);
    this.#events = events;
    this.#log = log;
  }

  static async start(options: BrowserOptions, events: BrowserEvents, log: Log): Promise<Browser> {
    const browser = new Browser(options, events, log);
    const launched = launch({ ...options, onEvent: (event) => browser.#onEvent(event) });
    browser.#launched = launched;
    const failed = launched.ended.then(({ code, signal, words }) => {
      browser.#alive = false;
      events.ended(words, browser.#killed);
      throw new VitrineError('temporary', 'browser-ended', `The browser ended with ${signal ?? code}.`, {
        remedy: words.trim().split('\n').at(-1) ?? '',
      });
    });
    failed.catch(() => undefined);
    const kill = (): void => launched.kill();
    options.signal.addEventListener('abort', kill);
    const up = Promise.all([browser.#prepare(), browser.#firstPage()]);
    try {
      await within(options.clock, startWaitMs, 'started', Promise.race([up, failed]));
    } catch (error) {
      launched.kill();
      throw error;
    } finally {
      options.signal.removeEventListener('abort', kill);
    }
    return browser;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get version(): string {
    return this.#version;
  }

  get pid(): number {
    return this.#started.pid;
  }

  get cdp(): Cdp {
    return this.#started.cdp;
  }

  get #started(): Launched {
    if (!this.#launched) throw new Error('The browser was not launched');
    return this.#launched;
  }

  async #prepare(): Promise<void> {
    const { cdp } = this;
    const [, , , version] = await Promise.all([
      // New pages wait for us: one that is not ours is closed before it has run or painted.
      cdp.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'page' }],
      }),
      cdp.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] }),
      cdp.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
      cdp.send('Browser.getVersion'),
      cdp.send('Browser.grantPermissions', { permissions: [] }),
    ]);
    // All are refused by now, to everybody; the stage may keep the display awake.
    const origin = new URL(this.#startAddress).origin;
    await cdp.send('Browser.grantPermissions', { origin, permissions: ['wakeLockScreen'] });
    this.#version = (textIn(version, 'product') ?? '').replace('/', ' ').replace(/^Chrome /, 'Chromium ');
  }

  /** A page of our own, at the start address, in a window on that display. */
  async takePage(display: Display): Promise<PageTarget> {
    const free = this.#free.shift();
    if (free) return free;
    const { left, top, width, height } = display;
    return this.#createPage({ newWindow: true, left, top, width, height });
  }

  /** For what the browser can only do for one window at a time. */
  alone<Done>(task: () => Promise<Done>): Promise<Done> {
    return this.#oneAtATime.run(task);
  }

  /** A page of our own in the same window, behind the one that is seen. */
  takePageBehind(page: PageTarget): Promise<PageTarget> {
    return this.alone(() => this.#takePageBehind(page));
  }

  async #takePageBehind(page: PageTarget): Promise<PageTarget> {
    // The window that was active last is the one that gets it.
    await this.cdp.send('Target.activateTarget', { targetId: page.targetId });
    const behind = await this.#createPage({ background: true });
    const [window, wanted] = await Promise.all([behind, page].map((one) => this.#windowOf(one)));
    if (window === wanted) return behind;
    this.closePage(behind);
    throw new VitrineError('temporary', 'window-elsewhere', 'The browser opened a page in another window.');
  }

  async #windowOf({ targetId }: PageTarget): Promise<number | null> {
    return numberIn(await this.cdp.send('Browser.getWindowForTarget', { targetId }), 'windowId');
  }

  async #createPage(where: Fields): Promise<PageTarget> {
    const { promise, resolve } = Promise.withResolvers<PageTarget>();
    this.#wanted.push(resolve);
    try {
      await this.cdp.send('Target.createTarget', { url: this.#startAddress, ...where });
    } catch (error) {
      const index = this.#wanted.indexOf(resolve);
      if (index >= 0) this.#wanted.splice(index, 1);
      throw error;
    }
    return promise;
  }

  closePage({ targetId }: PageTarget): void {
    this.cdp.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  /**
   * Lays a window over the whole display, whatever its bounds are said to be: without a window manager the browser
   * believes a window to be fullscreen that nobody has made larger.
   */
  async cover(page: PageTarget, display: Display): Promise<void> {
    const { left, top, width, height } = display;
    const wasOpenedSo =
      page === this.#first &&
      left === 0 &&
      top === 0 &&
      width === this.#size?.width &&
      height === this.#size.height;
    if (wasOpenedSo) return;
    const windowId = await this.#windowOf(page);
    const place = (wanted: Fields): Promise<Fields> =>
      this.cdp.send('Browser.setWindowBounds', { windowId, bounds: wanted });
    await place({ windowState: 'normal' });
    // Without a window manager, one of exactly the display's size would be made one pixel smaller.
    await place({ left, top, width: width + 1, height: height + 1 });
    await place({ windowState: 'fullscreen' });
  }

  async displays(): Promise<readonly Display[]> {
    const [page = null] = this.#pages;
    const answer = await this.cdp.send('Emulation.getScreenInfos', {}, page);
    return listIn(answer, 'screenInfos').map((screen, index) => ({
      // Not its label: two displays of one make have the same.
      id: textIn(screen, 'id') || String(index),
      left: numberIn(screen, 'left') ?? 0,
      top: numberIn(screen, 'top') ?? 0,
      width: numberIn(screen, 'width') ?? 0,
      height: numberIn(screen, 'height') ?? 0,
      primary: screen.isPrimary === true,
    }));
  }

  /** The browser opens one window by itself. */
  async #firstPage(): Promise<void> {
    this.#first = await new Promise<PageTarget>((resolve) => this.#wanted.push(resolve));
    this.#free.push(this.#first);
  }

  async stop(clock: Clock): Promise<void> {
    if (!this.#alive) return;
    const { cdp, ended, kill } = this.#started;
    cdp.send('Browser.close').catch(() => undefined);
    await Promise.race([ended, sleep(clock, 1500)]);
    kill();
    await ended;
  }

  /** At once, also when it does not answer. */
  async kill(): Promise<void> {
    this.#killed = true;
    this.#started.kill();
    await this.#started.ended;
  }

  #onEvent(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    if (method === 'Target.attachedToTarget') {
      const child = textIn(params, 'sessionId') ?? '';
      if (sessionId === null) {
        this.#onPage(child, params);
        return;
      }
      this.#pageOf.set(child, this.#pageOf.get(sessionId) ?? sessionId);
    }
    if (method === 'Target.detachedFromTarget') {
      const child = textIn(params, 'sessionId') ?? '';
      this.#pageOf.delete(child);
      this.#pages.delete(child);
      this.cdp.forget(child);
      if (sessionId === null) this.#events.closed(textIn(params, 'targetId') ?? '');
    }
    if (method === 'Target.targetCrashed') {
      this.#events.crashed(textIn(params, 'targetId') ?? '', textIn(params, 'status') ?? '');
      return;
    }
    if (sessionId !== null) this.#events.page(this.#pageOf.get(sessionId) ?? sessionId, event);
  }

  #onPage(sessionId: string, params: CdpEvent['params']): void {
    const info = fieldsIn(params, 'targetInfo');
    const targetId = textIn(info, 'targetId') ?? '';
    if (textIn(info, 'url') !== this.#startAddress) {
      this.#log.info('A page opened a window, which was closed');
      this.cdp.send('Target.closeTarget', { targetId }).catch(() => undefined);
      return;
    }
    const page = { targetId, sessionId };
    this.#pages.add(sessionId);
    if (params.waitingForDebugger === true)
      this.cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined);
    const wanted = this.#wanted.shift();
    if (wanted) wanted(page);
    else this.#free.push(page);
  }
}
