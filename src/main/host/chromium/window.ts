import { message } from '../../../shared/languages/message.ts';
import type { ToScreen } from '../../../shared/messages.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Display, HostWindow, Picture, PictureSize, Placement, WindowEvents } from '../host.ts';
import type { Veil } from '../veil.ts';
import { isSilence, within } from '../within.ts';
import { AppPage, type AppPageNeeds } from './app-page.ts';
import type { Browser } from './browser.ts';
import type { CdpEvent } from './cdp.ts';
import type { Page } from './page-pool.ts';

export interface WindowNeeds extends AppPageNeeds, Placement {
  readonly veil: () => Veil;
  /** The window is in place, and the app has been requested. */
  readonly onOpened: () => void;
  /** It may be above other windows of the display now. */
  readonly onForward: () => void;
  /** The browser, restarted if it is gone. */
  browser(): Promise<Browser>;
  /** Opens another window behind that page. */
  openBehind(front: Page, display: Display, events: WindowEvents): Promise<HostWindow>;
  readonly onClose: () => void;
}

/** Time for a running browser to open a window and request the app. */
const loadWaitMs = 10_000;
/** Time for a hung browser to close a window. */
const closeWaitMs = 2_000;
/** Time for a running browser to reload the app. */
const reviveWaitMs = 3_000;

/** One screen's window. It outlives its page and its browser: `revive` provides new ones. */
export class ChromiumWindow implements HostWindow {
  readonly #needs: WindowNeeds;
  #display: Display;
  /** Null while it opens, and after its browser or page has gone. */
  #app: AppPage | null = null;
  #isBehind = false;
  #isConcealed = false;
  #concealings = 0;
  /** The browser in which the stage was reloaded without having shown anything since. */
  #triedIn: Browser | null = null;
  /** The browser in which the stage has painted. */
  #shownIn: Browser | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
    this.#display = needs.display;
  }

  /** With a page in front, opens behind it and out of sight; otherwise in sight. */
  async load(front: Page | null = null): Promise<void> {
    if (front === null) this.conceal();
    const browser = await this.#needs.browser();
    const givenUp = new AbortController();
    try {
      const opened = this.#openPage(browser, front, givenUp.signal);
      await within(this.#needs.clock, this.#needs.slowness.of(loadWaitMs), 'window', opened);
      if (front !== null) return;
      this.#needs.onOpened();
      this.#needs.onForward();
    } catch (error) {
      givenUp.abort();
      const app = this.#letGo();
      if (isSilence(error)) this.#needs.slowness.late();
      // A browser that answers keeps its other windows; and the window in front may be playing well.
      if (isSilence(error) && front === null) await browser.kill();
      else if (app && browser.alive) browser.pages.close(app.page);
      throw error;
    }
  }

  async #openPage(browser: Browser, front: Page | null, givenUp: AbortSignal): Promise<void> {
    const page = await (front ? browser.pages.takeBehind(front) : browser.pages.take(this.#display));
    if (givenUp.aborted) {
      // Otherwise the page would never be closed.
      browser.pages.close(page);
      return;
    }
    const isSeen = (): boolean => this.#app === app && !this.#isBehind;
    const app = new AppPage(browser, page, this.#display, this.#needs, {
      cut: () => (isSeen() ? this.conceal() : undefined),
      mended: () => (isSeen() ? this.reveal() : undefined),
    });
    this.#app = app;
    this.#isBehind = front !== null;
    await this.#app.open(front !== null);
  }

  async revive(paintsNothing = false): Promise<void> {
    const app = this.#app;
    if (app?.browser.alive) {
      const { clock, log, slowness } = this.#needs;
      try {
        // The GPU process may hang: renderers then load and answer but paint nothing, however often they are replaced.
        const isBelow = paintsNothing && this.#shownIn === app.browser && (await app.answers());
        if (isBelow || this.#triedIn === app.browser) throw drawsNothing();
        this.#triedIn = app.browser;
        await within(clock, slowness.of(reviveWaitMs), 'reload', app.reload());
        return;
      } catch (error) {
        log.warn('The browser does not bring back the stage: it is restarted', { error });
        // This end is intended, so it must not be reported as another death of the stage.
        this.#letGo();
        await app.browser.kill();
      }
    }
    await this.load();
  }

  conceal(picture?: 'kept' | 'visible'): void {
    this.#isConcealed = true;
    this.#concealings++;
    this.#needs.veil().cover(this.#display, picture);
  }

  reveal(): void {
    this.#triedIn = null;
    this.#shownIn = this.#app?.browser ?? null;
    this.#unveil();
  }

  #unveil(): void {
    this.#isConcealed = false;
    this.#needs.veil().reveal();
  }

  keepPicture(): void {
    if (this.#app) this.#needs.veil().keepPicture(this.#display);
  }

  fitTo(display: Display): void {
    this.#display = display;
    if (this.#app?.browser.alive) this.#app.fitTo(display);
  }

  /** Dropped without a page: a new stage requests everything again. */
  send(message: ToScreen): void {
    this.#app?.bridge.send(message);
  }

  async capture(size?: PictureSize): Promise<Picture> {
    return this.#requireApp().capture(size);
  }

  async memory(): Promise<number | null> {
    return this.#app?.memory() ?? null;
  }

  async openBehind(events: WindowEvents): Promise<HostWindow> {
    return this.#needs.openBehind(this.#requireApp().page, this.#display, events);
  }

  drawn(): Promise<void> {
    return this.#requireApp().drawn();
  }

  async comeForward(): Promise<void> {
    await this.#requireApp().comeForward();
    this.#needs.onForward();
    this.#isBehind = false;
  }

  async close(): Promise<void> {
    const app = this.#letGo();
    this.#needs.onClose();
    // Another window of the screen may be in front by now, and this one's stage no longer reports that it is seen.
    if (app?.isCut && !this.#isBehind) this.reveal();
    if (!app?.browser.alive) return;
    const { clock, slowness } = this.#needs;
    const closed = app.browser.cdp.browser.send('Target.closeTarget', { targetId: app.page.targetId });
    await within(clock, slowness.of(closeWaitMs), 'answer', closed);
  }

  /** From the browser: an event of that page or of a frame in it. */
  onEvent(pageSessionId: string, event: CdpEvent): void {
    if (this.#app?.page.session.id === pageSessionId) this.#app.onEvent(event);
  }

  onCrashed(targetId: string, status: string): void {
    if (this.#app?.page.targetId === targetId) this.#app.onCrashed(status);
  }

  onClosed(targetId: string): void {
    if (this.#app?.page.targetId === targetId) this.onBrowserEnded();
  }

  /**
   * Until a new GPU process has drawn the stage, only its background would be visible. For some 70 ms the window still shows
   * what was drawn last, which is newer than the kept picture.
   */
  onGraphicsDied(): void {
    const app = this.#app;
    if (app === null || this.#isBehind || this.#isConcealed) return;
    this.conceal('visible');
    const concealing = this.#concealings;
    void app.drawn().then(() => {
      // If it was concealed for another reason since, the stage reveals it.
      if (this.#app === app && this.#concealings === concealing) this.#unveil();
    });
  }

  onBrowserEnded(): void {
    if (this.#letGo()) this.#needs.events.gone('browser-exited');
  }

  /** Stops watching the page, whatever becomes of it. */
  #letGo(): AppPage | null {
    const app = this.#app;
    this.#app = null;
    app?.letGo();
    return app;
  }

  #requireApp(): AppPage {
    if (this.#app) return this.#app;
    const { screenId } = this.#needs;
    throw new VitrineError('temporary', message('window-gone', { screen: screenId }));
  }
}

function drawsNothing(): VitrineError {
  return new VitrineError('temporary', message('browser-draws-nothing'));
}
