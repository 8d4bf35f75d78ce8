import type { Protocol } from 'devtools-protocol';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { Serial } from '../../ground/serial.ts';
import type { Slowness } from '../../ground/slowness.ts';
import type { Display } from '../host.ts';
import { within } from '../within.ts';
import type { Cdp, CdpSession } from './cdp.ts';

/** A page of the browser that is, or will be, a window of this player. */
export interface Page {
  readonly targetId: string;
  readonly session: CdpSession;
  /** The app was the page's first address. */
  readonly hasApp: boolean;
}

export interface PoolNeeds {
  readonly cdp: Cdp;
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
  /** New pages of the player start at this address. Any other page is foreign. */
  readonly startAddress: string;
  /** The address that the browser opens at start; null: the start address. */
  readonly opens: string | null;
}

/** One window may block the others from an exclusive command for at most this long. */
const longestAloneMs = 5_000;

/** The pages of one browser, and their assignment to windows. */
export class PagePool {
  readonly #needs: PoolNeeds;
  readonly #serial: Serial;
  /** Pages without a window. */
  readonly #free: Page[] = [];
  readonly #wanted: ((page: Page) => void)[] = [];
  /** Open pages by session. */
  readonly #pages = new Map<string, Page>();
  readonly #first = Promise.withResolvers<Page>();
  #hasFirst = false;

  constructor(needs: PoolNeeds) {
    this.#needs = needs;
    this.#serial = new Serial((task) => within(needs.clock, needs.slowness.of(longestAloneMs), 'task', task));
    this.#wanted.push(this.#first.resolve);
    this.first.then(
      (page) => this.#free.push(page),
      () => undefined,
    );
  }

  /** The page that the browser opens at start, or one opened in its place. */
  get first(): Promise<Page> {
    return this.#first.promise;
  }

  /** Any page: some questions about the machine are only answered by a page. */
  get any(): Page | null {
    const [page = null] = this.#pages.values();
    return page;
  }

  /** A page in a new window on that display, in sight. */
  async take({ left, top, width, height }: Display): Promise<Page> {
    return this.#free.shift() ?? this.#create({ newWindow: true, left, top, width, height });
  }

  /** A page in the same window, behind the visible one. */
  takeBehind(front: Page): Promise<Page> {
    return this.alone(() => this.#takeBehind(front));
  }

  /** Runs commands that the browser supports for one window at a time only. */
  alone<Done>(task: () => Promise<Done>): Promise<Done> {
    return this.#serial.run(task);
  }

  close({ targetId }: Page): void {
    this.#needs.cdp.browser.post('Target.closeTarget', { targetId });
  }

  attached({ sessionId, targetInfo, waitingForDebugger }: Protocol.Target.AttachedToTargetEvent): void {
    const { cdp, startAddress, opens } = this.#needs;
    const hasApp = targetInfo.url === opens && !this.#hasFirst;
    const page = { targetId: targetInfo.targetId, session: cdp.session(sessionId), hasApp };
    if (targetInfo.url !== startAddress && !hasApp) {
      this.#refuse(page);
      return;
    }
    this.#hasFirst = true;
    this.#pages.set(sessionId, page);
    if (waitingForDebugger) page.session.post('Runtime.runIfWaitingForDebugger');
    const wanted = this.#wanted.shift();
    if (wanted) wanted(page);
    else this.#free.push(page);
  }

  #refuse(page: Page): void {
    const { log } = this.#needs;
    if (this.#hasFirst) {
      log.info('A page opened a window, which was closed');
      this.close(page);
      return;
    }
    // The machine's browser policies may open another page. Closing the only window would end the browser.
    log.warn('The browser opened another page than the stage, which was closed');
    this.#hasFirst = true;
    this.#createPage({ newWindow: true }).then(
      () => this.close(page),
      (error: unknown) => this.#first.reject(error),
    );
  }

  detached(sessionId: string): void {
    this.#pages.delete(sessionId);
  }

  async #takeBehind(front: Page): Promise<Page> {
    const { cdp } = this.#needs;
    // A new page opens in the window that was active last.
    await cdp.browser.send('Target.activateTarget', { targetId: front.targetId });
    const behind = await this.#create({ background: true });
    const [window, wanted] = await Promise.all([behind, front].map((page) => windowOf(cdp, page)));
    if (window === wanted) return behind;
    this.close(behind);
    throw new VitrineError('temporary', message('window-elsewhere'));
  }

  async #create(where: Omit<Protocol.Target.CreateTargetRequest, 'url'>): Promise<Page> {
    const { promise, resolve } = Promise.withResolvers<Page>();
    this.#wanted.push(resolve);
    try {
      await this.#createPage(where);
    } catch (error) {
      const index = this.#wanted.indexOf(resolve);
      if (index >= 0) this.#wanted.splice(index, 1);
      throw error;
    }
    return promise;
  }

  #createPage(where: Omit<Protocol.Target.CreateTargetRequest, 'url'>): Promise<unknown> {
    const { cdp, startAddress: url } = this.#needs;
    return cdp.browser.send('Target.createTarget', { url, ...where });
  }
}

/** The browser's id of the window of a page. */
async function windowOf(cdp: Cdp, { targetId }: Page): Promise<number> {
  return (await cdp.browser.send('Browser.getWindowForTarget', { targetId })).windowId;
}

/**
 * Moves the window of a page over the whole display, whatever bounds the browser reports: without a window manager it
 * believes that a window is fullscreen although it was not enlarged.
 */
export async function cover(cdp: Cdp, page: Page, { left, top, width, height }: Display): Promise<void> {
  const windowId = await windowOf(cdp, page);
  const bound = (bounds: Protocol.Browser.Bounds): Promise<unknown> =>
    cdp.browser.send('Browser.setWindowBounds', { windowId, bounds });
  await bound({ windowState: 'normal' });
  // Without a window manager, a window of the exact size would become one pixel smaller.
  await bound({ left, top, width: width + 1, height: height + 1 });
  await bound({ windowState: 'fullscreen' });
}
