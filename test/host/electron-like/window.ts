import { EventEmitter } from 'node:events';
import type { CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import type { LikeBrowser } from './browser.ts';
import { LikeContents, refusable } from './contents.ts';
import type { LikeSession } from './session.ts';

/** `WebContentsView` on a tab. */
export class LikeView {
  readonly contents: LikeContents;
  readonly session: LikeSession;
  #bounds: Electron.Rectangle | null = null;

  constructor(browser: LikeBrowser, session: LikeSession, preload: string) {
    this.session = session;
    this.contents = new LikeContents(browser, session, preload);
  }

  get webContents(): LikeContents {
    return this.contents.isDestroyed() ? (undefined as unknown as LikeContents) : this.contents;
  }

  readonly setBackgroundColor = (): void => undefined;

  setBounds(bounds: Electron.Rectangle): void {
    this.#bounds = bounds;
    void this.contents.page.then(({ session }) => this.size(session));
  }

  size(session: CdpSession): void {
    const { width, height } = this.#bounds ?? { width: 0, height: 0 };
    const size = { width, height, deviceScaleFactor: 0, mobile: false };
    if (width > 0) session.post('Emulation.setDeviceMetricsOverride', size);
  }
}

/** `BaseWindow` on a window with tabs; the active tab is the topmost view. It exists from its first view on. */
export class LikeWindow extends EventEmitter {
  readonly #browser: LikeBrowser;
  readonly #views: LikeView[] = [];
  #bounds: Electron.Rectangle;
  #isKiosk = false;
  #isDestroyed = false;
  #windowId: number | null = null;
  #placed = '';
  /** What Electron does at once takes time here; the order is kept. */
  #done: Promise<unknown> = Promise.resolve();

  constructor(browser: LikeBrowser, options: Electron.BaseWindowConstructorOptions) {
    super();
    this.#browser = browser;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
  }

  readonly contentView = {
    addChildView: (view: LikeView, index?: number): void => {
      this.#mustLive();
      const isNew = !this.#views.includes(view);
      const at = this.#views.indexOf(view);
      if (at >= 0) this.#views.splice(at, 1);
      this.#views.splice(index ?? this.#views.length, 0, view);
      const top = this.#views.at(-1);
      this.#then(() => (isNew ? this.#create(view, top === view ? null : (top ?? null)) : this.#raise(view)));
    },
    removeChildView: (view: LikeView): void => {
      this.#mustLive();
      const at = this.#views.indexOf(view);
      if (at >= 0) this.#views.splice(at, 1);
    },
  };

  setKiosk(flag: boolean): void {
    this.#mustLive();
    this.#isKiosk = flag;
    this.#then(() => this.#place());
  }

  setBounds(bounds: Electron.Rectangle): void {
    this.#mustLive();
    if (this.#isKiosk) return;
    this.#bounds = bounds;
    this.#then(() => this.#place());
  }

  show(): void {
    this.#mustLive();
  }

  focus(): void {
    this.#mustLive();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit('closed');
  }

  #then(task: () => Promise<unknown>): void {
    this.#done = this.#done.then(task).catch((error: unknown) => {
      if (process.env.ELECTRON_LIKE_DEBUG) console.error('a window:', error);
    });
  }

  async #create(view: LikeView, front: LikeView | null): Promise<void> {
    const { cdp } = this.#browser;
    view.session.context ??= cdp.browser
      .send('Target.createBrowserContext', { disposeOnDetach: true })
      .then(({ browserContextId }) => browserContextId);
    const browserContextId = await view.session.context;
    const { x: left, y: top, width, height } = this.#bounds;
    const { targetId, session } = await this.#browser.alone(async () => {
      if (front) {
        // The window that was active last gets the tab.
        await cdp.browser.send('Target.activateTarget', { targetId: (await front.contents.page).targetId });
        return this.#browser.create({ browserContextId, background: true });
      }
      return this.#browser.create({ browserContextId, newWindow: true, left, top, width, height });
    });
    await view.contents.attach(targetId, session);
    view.size(session);
    const { windowId } = await cdp.browser.send('Browser.getWindowForTarget', { targetId });
    const isFirst = this.#windowId === null;
    this.#windowId = windowId;
    // It cannot be hidden: it covers its display from the beginning.
    if (isFirst) await this.#place('fullscreen');
  }

  async #raise(view: LikeView): Promise<void> {
    const { targetId } = await view.contents.page;
    await this.#browser.cdp.browser.send('Target.activateTarget', { targetId });
  }

  async #place(
    windowState: 'normal' | 'fullscreen' = this.#isKiosk ? 'fullscreen' : 'normal',
  ): Promise<void> {
    const windowId = this.#windowId;
    if (windowId === null) return;
    const bound = (bounds: object): Promise<unknown> =>
      this.#browser.cdp.browser.send('Browser.setWindowBounds', { windowId, bounds });
    const { x: left, y: top, width, height } = this.#bounds;
    const wanted = JSON.stringify([this.#bounds, windowState]);
    if (wanted === this.#placed) return;
    this.#placed = wanted;
    await bound({ windowState: 'normal' });
    await bound({ left, top, width, height });
    if (windowState === 'fullscreen') await bound({ windowState });
  }

  /** As by Alt+F4 or a window manager. */
  close(): void {
    const event = refusable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  #mustLive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }
}
