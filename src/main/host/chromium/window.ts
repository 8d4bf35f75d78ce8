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
  /** The window is where it belongs, and the app was asked for. */
  readonly onOpened: () => void;
  /** The browser, started again when it is gone. */
  browser(): Promise<Browser>;
  /** Opens another window behind that page. */
  openBehind(front: Page, display: Display, events: WindowEvents): Promise<HostWindow>;
  readonly onClose: () => void;
}

/** How long a browser that is up may take to open a window and ask for the app. */
const loadWaitMs = 10_000;
/** How long one that hangs may hold up whoever closes a window of it. */
const closeWaitMs = 2_000;
/** How long a living browser may take to load the app anew. */
const reviveWaitMs = 3_000;

/** One screen's window. It outlives its page and the browser: `revive` gives it another. */
export class ChromiumWindow implements HostWindow {
  readonly #needs: WindowNeeds;
  #display: Display;
  /** Null while it is being opened, and after its browser or its page has gone. */
  #app: AppPage | null = null;
  #isBehind = false;
  #isConcealed = false;
  #concealings = 0;
  /** In which the stage was loaded anew, and has shown nothing since. */
  #triedIn: Browser | null = null;
  /** In which the stage was seen. */
  #shownIn: Browser | null = null;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
    this.#display = needs.display;
  }

  /** With a page in front it is opened behind that, unseen; else it is seen from now on. */
  async load(front: Page | null = null): Promise<void> {
    if (front === null) this.conceal();
    const browser = await this.#needs.browser();
    const givenUp = new AbortController();
    try {
      const opened = this.#openPage(browser, front, givenUp.signal);
      await within(this.#needs.clock, this.#needs.slowness.of(loadWaitMs), 'window', opened);
      if (front === null) this.#needs.onOpened();
    } catch (error) {
      givenUp.abort();
      const app = this.#letGo();
      if (isSilence(error)) this.#needs.slowness.late();
      // One that answers goes on for the sake of its other windows; and the one in front may be playing well.
      if (isSilence(error) && front === null) await browser.kill();
      else if (app && browser.alive) browser.pages.close(app.page);
      throw error;
    }
  }

  async #openPage(browser: Browser, front: Page | null, givenUp: AbortSignal): Promise<void> {
    const page = await (front ? browser.pages.takeBehind(front) : browser.pages.take(this.#display));
    if (givenUp.aborted) {
      // Nobody would ever close it.
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
        // What draws for the renderers may hang: they load, talk and paint nothing, as often as they are replaced.
        const isBelow = paintsNothing && this.#shownIn === app.browser && (await app.answers());
        if (isBelow || this.#triedIn === app.browser) throw drawsNothing();
        this.#triedIn = app.browser;
        await within(clock, slowness.of(reviveWaitMs), 'reload', app.reload());
        return;
      } catch (error) {
        log.warn('The browser does not bring back the stage: it is started again', { error });
        // Its end is our own doing now, and no further death of this stage.
        this.#letGo();
        await app.browser.kill();
      }
    }
    await this.load();
  }

  conceal(): void {
    this.#isConcealed = true;
    this.#concealings++;
    this.#needs.veil().cover(this.#display);
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

  /** Without a page there is no stage to hear it; one that comes asks for everything anew. */
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

  async comeForward(): Promise<void> {
    await this.#requireApp().comeForward();
    this.#isBehind = false;
  }

  async close(): Promise<void> {
    const app = this.#letGo();
    this.#needs.onClose();
    // Another window of the screen may be in front by now, and no stage of this one says any more that it is seen.
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

  /** Until another process has drawn the stage, its background alone would be seen. */
  onGraphicsDied(): void {
    const app = this.#app;
    if (app === null || this.#isBehind || this.#isConcealed) return;
    this.conceal();
    const concealing = this.#concealings;
    void app.drawn().then(() => {
      // What was concealed for another reason meanwhile is revealed by the stage.
      if (this.#app === app && this.#concealings === concealing) this.#unveil();
    });
  }

  onBrowserEnded(): void {
    if (this.#letGo()) this.#needs.events.gone('browser-exited');
  }

  /** Whatever becomes of its page: nothing of it is watched any more, nor kept. */
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
