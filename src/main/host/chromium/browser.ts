import { stat } from 'node:fs/promises';
import { type Message, message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Slowness } from '../../ground/slowness.ts';
import type { Display } from '../host.ts';
import { isSilence, within } from '../within.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import type { Size } from './display.ts';
import { type Launched, type LaunchNeeds, launch } from './launch.ts';
import { endNetworkService } from './network-watch.ts';
import { cover, type Page, PagePool } from './page-pool.ts';
import { PageStores } from './page-stores.ts';

export interface BrowserEvents {
  /** An event of a window's page or of a frame in it, by the page's session. */
  page(pageSessionId: string, event: CdpEvent): void;
  crashed(targetId: string, status: string): void;
  /** The page is gone for good. */
  closed(targetId: string): void;
  /** The GPU process died; the browser starts another one at once. */
  graphicsDied(): void;
  /** The browser ended, or this player killed it. */
  ended(words: string, byUs: boolean): void;
}

export type BrowserNeeds = Omit<LaunchNeeds, 'onEvent' | 'onGraphicsDied'> & {
  readonly clock: Clock;
  readonly events: BrowserEvents;
  readonly slowness: Slowness;
  /** Aborts the start. */
  readonly signal: AbortSignal;
};

/** Starting from a slow card on a small board takes long. */
const startWaitMs = 30_000;
const endWaitMs = 1_500;
/** Cookies are left out: they are few and small, and keep a page logged in. */
const stores = 'cache_storage,file_systems,indexeddb,local_storage,service_workers,storage_buckets';

/** One run of the browser, from its start to its end. */
export class Browser {
  readonly #events: BrowserEvents;
  readonly #launched: Launched;
  /** The assignment of pages to windows. */
  readonly pages: PagePool;
  /** What web pages have stored. */
  readonly stores: PageStores;
  /** Session of a frame or worker → session of its page. */
  readonly #pageOf = new Map<string, string>();
  /** Size of the first window that the browser opens. */
  readonly #size: Size | null;
  /** Pages whose windows have been moved since they were opened. */
  readonly #moved = new WeakSet<Page>();
  #alive = true;
  #killed = false;
  #version = '';

  private constructor(needs: BrowserNeeds) {
    this.#events = needs.events;
    this.#size = needs.size;
    this.#launched = launch({
      ...needs,
      onEvent: (event) => this.#onEvent(event),
      onGraphicsDied: () => this.#events.graphicsDied(),
    });
    this.pages = new PagePool({ ...needs, cdp: this.cdp });
    this.stores = new PageStores({
      ...needs,
      folder: needs.home,
      clear: () => this.#clearStores(),
      giveUp: () => void this.kill(),
    });
  }

  static async start(needs: BrowserNeeds): Promise<Browser> {
    const browser = new Browser(needs);
    const { ended, kill } = browser.#launched;
    const failed = ended.then(({ code, signal, words }) => {
      browser.#alive = false;
      needs.events.ended(words, browser.#killed);
      throw new VitrineError('temporary', endedBy(signal ?? `code ${code}`, words));
    });
    failed.catch(() => undefined);
    needs.signal.addEventListener('abort', kill);
    try {
      const { clock, slowness } = needs;
      const began = clock.monotonic();
      const up = browser.#prepare(needs.startAddress);
      await within(clock, slowness.of(startWaitMs), 'start', Promise.race([up, failed]));
      slowness.came('browser', clock.monotonic() - began, startWaitMs);
    } catch (error) {
      // The browser was still starting: the next one gets more time.
      if (isSilence(error)) needs.slowness.late();
      kill();
      throw error;
    } finally {
      needs.signal.removeEventListener('abort', kill);
    }
    return browser;
  }

  get alive(): boolean {
    return this.#alive;
  }

  get version(): string {
    return this.#version;
  }

  get cdp(): Cdp {
    return this.#launched.cdp;
  }

  async #prepare(startAddress: string): Promise<void> {
    const { browser } = this.cdp;
    const filter = [{ type: 'page' }];
    const { origin } = new URL(startAddress);
    const [{ product }] = await Promise.all([
      browser.send('Browser.getVersion'),
      // New pages wait for this process: a foreign one is closed before it has run or painted.
      browser.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter,
      }),
      browser.send('Target.setDiscoverTargets', { discover: true, filter }),
      browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
      browser.send('Browser.grantPermissions', { permissions: [] }),
      // The order matters: first everything is refused to every origin, then the stage may keep the display awake.
      browser.send('Browser.grantPermissions', { origin, permissions: ['wakeLockScreen'] }),
    ]);
    this.#version = product.replace('/', ' ').replace(/^Chrome /, 'Chromium ');
    await this.pages.first;
  }

  /** Moves the page's window over the whole display. */
  async cover(page: Page, display: Display): Promise<void> {
    const { left, top, width, height } = display;
    const isWhole = left === 0 && top === 0 && width === this.#size?.width && height === this.#size.height;
    // The browser opened this window in place.
    if (page.hasApp && isWhole && !this.#moved.has(page)) return;
    this.#moved.add(page);
    await cover(this.cdp, page, display);
  }

  async displays(): Promise<readonly Display[]> {
    const session = this.pages.any?.session ?? this.cdp.browser;
    const { screenInfos } = await session.send('Emulation.getScreenInfos');
    return screenInfos.map(({ id, left, top, width, height, isPrimary }, index) => ({
      // Not its label: two displays of one make share it.
      id: id || String(index),
      left,
      top,
      width,
      height,
      primary: isPrimary,
    }));
  }

  /** The uid of the browser's account. */
  async owner(): Promise<number> {
    return (await stat(`/proc/${this.#launched.pid}`)).uid;
  }

  /** Ends the network service; the browser restarts it at once. False: there is none. */
  endNetworkService(): Promise<boolean> {
    return endNetworkService(this.#launched.pid);
  }

  /** Clears every origin in every frame. Only a page knows its storage key. */
  async #clearStores(): Promise<void> {
    const session = this.pages.any?.session;
    await session?.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: stores });
    await session?.send('Network.clearBrowserCache');
  }

  async stop(clock: Clock): Promise<void> {
    if (!this.#alive) return;
    const { ended, kill } = this.#launched;
    this.cdp.browser.post('Browser.close');
    await Promise.race([ended, sleep(clock, endWaitMs)]);
    kill();
    await ended;
  }

  /** Kills the browser at once, even if it hangs. */
  async kill(): Promise<void> {
    this.#killed = true;
    this.#launched.kill();
    await this.#launched.ended;
  }

  #onEvent(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    if (method === 'Target.targetCrashed') this.#events.crashed(params.targetId, params.status);
    else if (sessionId !== null) this.#onPageEvent(sessionId, event);
    else if (method === 'Target.attachedToTarget') this.pages.attached(params);
    else if (method === 'Target.detachedFromTarget') {
      this.pages.detached(params.sessionId);
      this.cdp.forget(params.sessionId);
      this.#events.closed(params.targetId ?? '');
    }
  }

  #onPageEvent(sessionId: string, event: CdpEvent): void {
    const { method, params } = event;
    const page = this.#pageOf.get(sessionId) ?? sessionId;
    if (method === 'Target.attachedToTarget') this.#pageOf.set(params.sessionId, page);
    if (method === 'Target.detachedFromTarget') {
      this.#pageOf.delete(params.sessionId);
      this.cdp.forget(params.sessionId);
    }
    this.#events.page(page, event);
  }
}

/** With the last line that the browser wrote. */
function endedBy(how: string, words: string): Message {
  const output = words.trim().split('\n').at(-1) ?? '';
  return output === '' ? message('browser-ended.silent', { how }) : message('browser-ended', { how, output });
}
