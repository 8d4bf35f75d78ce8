import { message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import type { Slowness } from '../../ground/slowness.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import {
  type AllowedPage,
  type Display,
  type Gone,
  type PageGate,
  type Picture,
  type PictureSize,
  smallPicture,
  type WindowEvents,
} from '../host.ts';
import { PageProcesses } from '../page-processes.ts';
import { within } from '../within.ts';
import { Bridge } from './bridge.ts';
import { type BridgeScripts, bindingName, isolatedWorld } from './bridge-script.ts';
import type { Browser } from './browser.ts';
import type { CdpEvent } from './cdp.ts';
import { Frames, watchChildren } from './frames.ts';
import type { Lifelines } from './lifelines.ts';
import { PageGuard } from './page-guard.ts';
import type { Page } from './page-pool.ts';
import { hidePointer } from './pointer.ts';
import { RendererMemory } from './renderer-memory.ts';

export interface AppPageNeeds {
  readonly appAddress: string;
  readonly appDocument: string;
  readonly scripts: BridgeScripts;
  readonly lifelines: Lifelines;
  /** What the web pages of one window may hold of the machine's memory. */
  readonly pageBytes: number;
  readonly pages: () => readonly AllowedPage[];
  readonly gate: PageGate;
  readonly hostPort: number | null;
  readonly proxy: BrowserProxy | null;
  readonly events: WindowEvents;
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
}

/** What only the page's window is told. */
export interface PageEvents {
  /** The stage is likely dead, and the browser about to draw something in its place; it says so a little later. */
  cut(): void;
  /** It was not dead. */
  mended(): void;
}

/** How long a renderer that was told to crash may take. */
const crashWaitMs = 1_000;
const captureWaitMs = 5_000;
const answerWaitMs = 500;
/** A stage that is not drawn for longer is brought back. */
const drawnWaitMs = 5_000;
const drawnAgainMs = 50;
const comeForwardWaitMs = 2_000;

/** The app in one page of one browser. Its renderer may die and be another one; page and browser stay the same. */
export class AppPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly bridge: Bridge;
  /** Its document has lost its lifeline. */
  isCut = false;
  readonly #needs: AppPageNeeds;
  readonly #guard: PageGuard;
  readonly #frames: Frames;
  readonly #letGo: () => void;
  readonly #memory: RendererMemory;
  readonly #processes: PageProcesses;
  #display: Display;
  #crashed = false;
  /** Set while it is made to crash: its death is then no news but an answer. */
  #onExpectedCrash: (() => void) | null = null;

  constructor(browser: Browser, page: Page, display: Display, needs: AppPageNeeds, ofPage: PageEvents) {
    this.browser = browser;
    this.page = page;
    this.#display = display;
    this.#needs = needs;
    const { appAddress, events, clock, log } = needs;
    this.bridge = new Bridge({
      session: page.session,
      onDocument: () => this.#onDocument(),
      onMessage: (message) => events.message(message),
    });
    this.#guard = new PageGuard({
      ...needs,
      cdp: browser.cdp,
      mainFrame: page.targetId,
      isApp: (address) => address.startsWith(appAddress),
      onFailed: (address, reason) => this.bridge.send({ type: 'page-failed', address, reason }),
    });
    this.#memory = new RendererMemory(page.session, clock);
    this.#processes = new PageProcesses({
      clock,
      log,
      budgetBytes: needs.pageBytes,
      // Only one at a time may ask the browser which process a page is in.
      find: () => browser.pages.alone(() => this.#memory.ofPages()),
      owner: () => browser.owner(),
      areStoresFull: () => browser.stores.areFull(),
    });
    this.#frames = new Frames(browser.cdp, this.#guard, log, (count) => this.#processes.changed(count));
    this.#letGo = needs.lifelines.hold(page.targetId, {
      cut: () => {
        this.isCut = true;
        ofPage.cut();
      },
      mended: () => {
        if (this.isCut) ofPage.mended();
      },
    });
  }

  /** Asks for the app. `isBehind`: nobody is to see the page yet. */
  async open(isBehind: boolean): Promise<void> {
    const { page } = this;
    const { session } = page;
    const { face, isolated } = this.#needs.scripts;
    await Promise.all([
      this.#guard.watch(session),
      session.send('Target.setAutoAttach', watchChildren),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorld }),
      // A document of the app may be there already; it begins to speak as soon as it sees the face, which so comes last.
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: isolated(page.targetId),
        worldName: isolatedWorld,
        runImmediately: page.hasApp,
      }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: face, runImmediately: page.hasApp }),
      session.send('Input.setIgnoreInputEvents', { ignore: true }),
      this.#size(),
      // A page that is behind another one paints only when it believes to be looked at.
      isBehind ? session.send('Emulation.setFocusEmulationEnabled', { enabled: true }) : this.#cover(),
    ]);
    // Not together with the rest: the browser itself navigates, and would overtake what the renderer is still
    // being told; the app's document would then start without its bridge.
    if (!page.hasApp) await this.#navigate();
  }

  fitTo(display: Display): void {
    this.#display = display;
    void this.#cover();
    this.#size().catch((error: unknown) =>
      this.#needs.log.warn('The stage did not take the size of its display', { error }),
    );
  }

  /** Resolves at once: a window manager may take its time. */
  #cover(): void {
    this.browser
      .cover(this.page, this.#display)
      .catch((error: unknown) => this.#needs.log.warn('The window could not be placed', { error }));
  }

  /** The window is a little larger than the display where no window manager holds it; the page is not. */
  #size(): Promise<unknown> {
    const { width, height } = this.#display;
    const size = { width, height, deviceScaleFactor: 0, mobile: false };
    return this.page.session.send('Emulation.setDeviceMetricsOverride', size);
  }

  #navigate(): Promise<unknown> {
    return this.page.session.send('Page.navigate', { url: this.#needs.appDocument });
  }

  async comeForward(): Promise<void> {
    const { targetId, session } = this.page;
    const asked = this.browser.cdp.browser.send('Target.activateTarget', { targetId });
    await within(this.#needs.clock, this.#needs.slowness.of(comeForwardWaitMs), 'raise', asked);
    hidePointer(session, this.#display);
    session.tell('Emulation.setFocusEmulationEnabled', { enabled: false });
  }

  async capture(size: PictureSize = 'whole'): Promise<Picture> {
    const { width, height } = this.#display;
    const isSmall = size === 'small';
    const scale = isSmall ? Math.min(1, smallPicture.width / width) : 1;
    const asked = this.page.session.send('Page.captureScreenshot', {
      ...(isSmall ? { format: 'jpeg', quality: smallPicture.quality } : { format: 'png' }),
      optimizeForSpeed: true,
      clip: { x: 0, y: 0, width, height, scale },
    });
    const { data } = await within(
      this.#needs.clock,
      this.#needs.slowness.of(captureWaitMs),
      'screenshot',
      asked,
    );
    return { mimeType: isSmall ? 'image/jpeg' : 'image/png', bytes: Buffer.from(data, 'base64') };
  }

  /** Resolves when a whole frame of it has been drawn from now on, or when none could be for too long. */
  async drawn(): Promise<void> {
    const { clock, slowness, log } = this.#needs;
    const until = clock.monotonic() + slowness.of(drawnWaitMs);
    while (clock.monotonic() < until) {
      // Answered only after a frame that was asked for has been presented, with all that belongs to it.
      const asked = this.page.session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
      try {
        await within(clock, until - clock.monotonic(), 'frame', asked);
        return;
      } catch (error) {
        log.debug('The stage is not drawn yet', { error });
        await sleep(clock, drawnAgainMs);
      }
    }
  }

  /** Only one at a time may ask the browser which process a page is in. */
  memory(): Promise<number | null> {
    return this.browser.pages.alone(() => this.#memory.bytes());
  }

  /** It is nobody's window any more. */
  letGo(): void {
    this.#letGo();
    this.#processes.stop();
  }

  /** Whether its renderer does anything at all. */
  async answers(): Promise<boolean> {
    const { clock, slowness } = this.#needs;
    const asked = this.page.session.send('Runtime.evaluate', { expression: '0' });
    return within(clock, slowness.of(answerWaitMs), 'answer', asked).then(
      () => true,
      () => false,
    );
  }

  /** Loads the app anew, in another renderer. */
  async reload(): Promise<void> {
    this.#forget();
    if (!this.#crashed && !(await this.#crash())) throw new VitrineError('temporary', message('stage-stuck'));
    this.#crashed = false;
    await this.#navigate();
  }

  /** True once the renderer is dead. A hung one answers nothing, also not a reload, but can be made to crash. */
  async #crash(): Promise<boolean> {
    const crashed = Promise.withResolvers<void>();
    this.#onExpectedCrash = crashed.resolve;
    this.page.session.tell('Page.crash');
    await Promise.race([crashed.promise, sleep(this.#needs.clock, this.#needs.slowness.of(crashWaitMs))]);
    this.#onExpectedCrash = null;
    return this.#crashed;
  }

  onCrashed(status: string): void {
    this.#crashed = true;
    this.#forget();
    if (this.#onExpectedCrash) this.#onExpectedCrash();
    else this.#needs.events.gone(goneBy(status));
  }

  /** An event of this page or of a frame in it. */
  onEvent(event: CdpEvent): void {
    this.#guard.handle(event);
    this.#frames.handle(event);
    this.#memory.handle(event);
    this.bridge.handle(event);
    const { method, params, sessionId } = event;
    if (method === 'Page.frameNavigated' && sessionId === this.page.session.id)
      this.#onNavigated(params.frame);
  }

  #onDocument(): void {
    const { session } = this.page;
    this.isCut = false;
    this.#memory.forget();
    hidePointer(session, this.#display);
    // Sound for the stage; a frame is another document and does not get it.
    session.tell('Runtime.evaluate', { expression: '0', userGesture: true });
  }

  /** A network request of the stage for another document is refused; blank ones need no network. */
  #onNavigated({ url, parentId }: { readonly url: string; readonly parentId?: string }): void {
    const { appAddress, log } = this.#needs;
    const isOurs = url.startsWith(appAddress) || appAddress.startsWith(url);
    // The browser's own page for an app that did not come is the watchdog's business: it knows how to wait.
    const isError = url.startsWith('chrome-error:');
    if (parentId !== undefined || isOurs || isError) return;
    log.warn('The stage was left; it is loaded again');
    this.#navigate().catch((error: unknown) => log.debug('The stage went away', { error }));
  }

  #forget(): void {
    this.#memory.forget();
    this.bridge.reset();
  }
}

function goneBy(status: string): Gone {
  if (/oom|memory/i.test(status)) return 'out-of-memory';
  return /kill/i.test(status) ? 'killed' : 'crashed';
}
