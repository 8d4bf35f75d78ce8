import { message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import type { Slowness } from '../../ground/slowness.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type { AllowedPage, Display, Gone, PageGate, Picture, PictureSize, WindowEvents } from '../host.ts';
import type { PageLogins } from '../page-logins.ts';
import { PageProcesses } from '../page-processes.ts';
import { within } from '../within.ts';
import { Bridge } from './bridge.ts';
import { type BridgeScripts, bindingName, isolatedWorld } from './bridge-script.ts';
import type { Browser } from './browser.ts';
import type { CdpEvent } from './cdp.ts';
import { Frames, watchChildren } from './frames.ts';
import type { Lifelines } from './lifelines.ts';
import { PageGuard } from './page-guard.ts';
import { PagePictures } from './page-pictures.ts';
import type { Page } from './page-pool.ts';
import { hidePointer } from './pointer.ts';
import { RendererMemory } from './renderer-memory.ts';
import { VideoDecoders } from './video-decoders.ts';

export interface AppPageNeeds {
  readonly appAddress: string;
  readonly appDocument: string;
  readonly scripts: BridgeScripts;
  readonly lifelines: Lifelines;
  /** Memory limit for the web pages of one window. */
  readonly pageBytes: number;
  readonly pages: () => readonly AllowedPage[];
  readonly gate: PageGate;
  readonly hostPort: number | null;
  readonly proxy: BrowserProxy | null;
  readonly logins: PageLogins;
  readonly events: WindowEvents;
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
}

/** Events for the page's window only. */
export interface PageEvents {
  /** The stage has probably died, and the browser is about to draw a page in its place; the browser reports it later. */
  cut(): void;
  /** The stage was alive. */
  mended(): void;
}

/** Time for a renderer to crash on command. */
const crashWaitMs = 1_000;
const answerWaitMs = 500;
const comeForwardWaitMs = 2_000;

/** The app in one page of one browser. Its renderer may be replaced; page and browser stay. */
export class AppPage {
  readonly browser: Browser;
  readonly page: Page;
  readonly bridge: Bridge;
  /** The document has lost its lifeline. */
  isCut = false;
  readonly #needs: AppPageNeeds;
  readonly #guard: PageGuard;
  readonly #frames: Frames;
  readonly #letGo: () => void;
  readonly #memory: RendererMemory;
  readonly #pictures: PagePictures;
  readonly #processes: PageProcesses;
  readonly #decoders: VideoDecoders;
  #display: Display;
  #crashed = false;
  /** Set while the renderer is crashed on purpose: its death is then expected and not reported. */
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
    this.#pictures = new PagePictures(page.session, needs);
    this.#memory = new RendererMemory(page.session, clock);
    this.#decoders = new VideoDecoders(page.session, (address, decoder) =>
      events.decoder?.(address, decoder),
    );
    this.#processes = new PageProcesses({
      clock,
      log,
      budgetBytes: needs.pageBytes,
      // The browser can only answer this for one page at a time.
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

  /** Loads the app. `isBehind`: the page must stay out of sight. */
  async open(isBehind: boolean): Promise<void> {
    const { page } = this;
    const { session } = page;
    const { face, isolated } = this.#needs.scripts;
    await Promise.all([
      this.#guard.watch(session),
      session.send('Target.setAutoAttach', watchChildren),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorld }),
      // If the app's document exists already, it starts to send as soon as it has this half of the bridge: so this
      // comes last.
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: isolated(page.targetId),
        worldName: isolatedWorld,
        runImmediately: page.hasApp,
      }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: face, runImmediately: page.hasApp }),
      session.send('Input.setIgnoreInputEvents', { ignore: true }),
      session.send('Media.enable'),
      this.#size(),
      // A page behind another one paints only if it believes to have the focus.
      isBehind ? session.send('Emulation.setFocusEmulationEnabled', { enabled: true }) : this.#cover(),
    ]);
    // Not in parallel with the rest: the browser process navigates at once, before the renderer has received the
    // scripts. The app's document would start without its bridge.
    if (!page.hasApp) await this.#navigate();
  }

  fitTo(display: Display): void {
    this.#display = display;
    void this.#cover();
    this.#size().catch((error: unknown) =>
      this.#needs.log.warn('The stage did not take the size of its display', { error }),
    );
  }

  /** Does not wait: a window manager may take its time. */
  #cover(): void {
    this.browser
      .cover(this.page, this.#display)
      .catch((error: unknown) => this.#needs.log.warn('The window could not be placed', { error }));
  }

  /** Without a window manager the window is slightly larger than the display; the page must not be. */
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
    const raised = this.browser.cdp.browser.send('Target.activateTarget', { targetId });
    await within(this.#needs.clock, this.#needs.slowness.of(comeForwardWaitMs), 'raise', raised);
    hidePointer(session, this.#display);
    session.post('Emulation.setFocusEmulationEnabled', { enabled: false });
  }

  capture(size: PictureSize = 'whole'): Promise<Picture> {
    return this.#pictures.capture(this.#display, size);
  }

  /** Resolves when a complete frame has been drawn from now on, or after a timeout. */
  drawn(): Promise<void> {
    return this.#pictures.drawn();
  }

  /** The browser can only answer this for one page at a time. */
  memory(): Promise<number | null> {
    return this.browser.pages.alone(() => this.#memory.bytes());
  }

  /** Detaches from the page: events no longer reach a window. */
  letGo(): void {
    this.#letGo();
    this.#processes.stop();
  }

  /** Whether its renderer responds at all. */
  async answers(): Promise<boolean> {
    const { clock, slowness } = this.#needs;
    const answer = this.page.session.send('Runtime.evaluate', { expression: '0' });
    return within(clock, slowness.of(answerWaitMs), 'answer', answer).then(
      () => true,
      () => false,
    );
  }

  /** Reloads the app in another renderer. */
  async reload(): Promise<void> {
    this.#forget();
    if (!this.#crashed && !(await this.#crash())) throw new VitrineError('temporary', message('stage-stuck'));
    this.#crashed = false;
    await this.#navigate();
  }

  /** True once the renderer is dead. A hung renderer answers nothing, not even a reload, but it can be crashed. */
  async #crash(): Promise<boolean> {
    const crashed = Promise.withResolvers<void>();
    this.#onExpectedCrash = crashed.resolve;
    this.page.session.post('Page.crash');
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
    this.#decoders.handle(event);
    this.#pictures.handle(event);
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
    // Allows the stage to play sound; a frame is another document and gets no permission.
    session.post('Runtime.evaluate', { expression: '0', userGesture: true });
  }

  /** Refuses a navigation of the stage to another document; blank documents need no network. */
  #onNavigated({ url, parentId }: { readonly url: string; readonly parentId?: string }): void {
    const { appAddress, log } = this.#needs;
    const isOurs = url.startsWith(appAddress) || appAddress.startsWith(url);
    // The browser's error page is left to the watchdog, which knows how long to wait.
    const isError = url.startsWith('chrome-error:');
    if (parentId !== undefined || isOurs || isError) return;
    log.warn('The stage navigated away; it is reloaded');
    this.#navigate().catch((error: unknown) => log.debug('The stage ended', { error }));
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
