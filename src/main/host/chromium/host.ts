import { totalmem } from 'node:os';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import { SharedRun } from '../../ground/shared-run.ts';
import { Slowness } from '../../ground/slowness.ts';
import { RealDisplays } from '../connectors.ts';
import type {
  AllowedPage,
  Display,
  DisplayPower,
  HeldKeyboard,
  Host,
  HostWindow,
  Placement,
  Touches,
  WatchedKey,
  WindowEvents,
} from '../host.ts';
import { noLogins } from '../page-logins.ts';
import { pageBudget } from '../page-processes.ts';
import { openGate } from '../page-rules.ts';
import { noVeil } from '../veil.ts';
import { within } from '../within.ts';
import { bridgeScripts } from './bridge-script.ts';
import { Browser } from './browser.ts';
import type { ChromiumNeeds } from './chromium-needs.ts';
import { watchDisplays } from './display-watch.ts';
import { requireChromium } from './executable.ts';
import { Footing } from './footing.ts';
import { graphicsFlags, graphicsOf } from './graphics.ts';
import { GraphicsFallback } from './graphics-fallback.ts';
import { InteractivePages } from './interactive-pages.ts';
import { watchNetwork } from './network-watch.ts';
import type { Page } from './page-pool.ts';
import { removeStaleProfiles } from './profile.ts';
import { ChromiumWindow } from './window.ts';

const displaysWaitMs = 5_000;

/** The system's Chromium in kiosk mode, driven over a pipe. */
export function createChromiumHost(needs: ChromiumNeeds): Host {
  return new ChromiumHost(needs);
}

class ChromiumHost implements Host {
  readonly name = 'chromium';
  readonly #needs: ChromiumNeeds;
  readonly #footing: Footing;
  readonly #slowness: Slowness;
  readonly #graphics: GraphicsFallback;
  readonly #real: RealDisplays;
  readonly #windows = new Set<ChromiumWindow>();
  readonly #interactive = new InteractivePages();
  #pages: readonly AllowedPage[] = [];
  #browser: Browser | null = null;
  /** The start in progress, shared by windows that are revived together. */
  readonly #starting = new SharedRun<Browser>();
  #stopping: Promise<void> | null = null;
  /** Aborted by `stop`: a browser that is starting ends at once. */
  readonly #abort = new AbortController();
  #stopWatching: () => void = () => undefined;

  constructor(needs: ChromiumNeeds) {
    const log = needs.log.named('host');
    this.#needs = { ...needs, log };
    this.#slowness = needs.slowness ?? new Slowness();
    this.#footing = new Footing(this.#needs, () => this.#onDisplayLost());
    this.#real = new RealDisplays(needs.isDisplayMissing);
    this.#graphics = new GraphicsFallback(needs.clock, log, () => needs.onRenewalDue?.());
  }

  get version(): string {
    return this.#browser?.version ?? 'Chromium';
  }

  async start(): Promise<void> {
    try {
      await this.#runningBrowser();
    } catch (error) {
      await this.stop();
      throw error;
    }
    const { clock, events, log } = this.#needs;
    const stopsDisplays = watchDisplays({
      clock,
      displays: () => (this.#browser?.alive ? this.#browser.displays() : null),
      onChanged: () => {
        this.#footing.curtain
          ?.refit()
          .catch((error: unknown) => log.debug('The curtain was not resized', { error }));
        events.displaysChanged();
      },
    });
    const stopsNetwork = this.#watchNetwork();
    this.#stopWatching = () => {
      stopsDisplays();
      stopsNetwork();
    };
    removeStaleProfiles().catch((error: unknown) =>
      log.warn('Old browser profiles could not be removed', { error }),
    );
  }

  #watchNetwork(): () => void {
    const { clock, log } = this.#needs;
    const lifelines = this.#footing.server?.lifelines;
    if (!lifelines) return () => undefined;
    const end = async () => (this.#browser?.alive ? this.#browser.endNetworkService() : false);
    return watchNetwork({ clock, log, slowness: this.#slowness, lifelines, end });
  }

  async displays(): Promise<readonly Display[]> {
    const browser = await this.#runningBrowser();
    // No watchdog covers a browser without a window: if it hangs, this restarts it.
    const listed = within(this.#needs.clock, this.#slowness.of(displaysWaitMs), 'answer', browser.displays());
    return this.#real.of(await listed);
  }

  open(placement: Placement, events: WindowEvents): Promise<HostWindow> {
    return this.#open(placement, events, null);
  }

  async #open(placement: Placement, events: WindowEvents, front: Page | null): Promise<HostWindow> {
    const { server } = this.#footing;
    if (server === null) throw new VitrineError('usage', message('host-not-started'));
    const { appAddress, appDocument, lifelines, origin } = server;
    const { clock, log, proxy = null, pageBytes = pageBudget(totalmem()) } = this.#needs;
    const window: ChromiumWindow = new ChromiumWindow({
      ...placement,
      veil: () => this.#footing.curtain?.veil(placement.screenId) ?? noVeil,
      onOpened: () => this.#footing.curtain?.uncoverAll(),
      onForward: () => this.#interactive.comeForward(),
      appAddress,
      appDocument,
      lifelines,
      proxy,
      logins: this.#needs.logins ?? noLogins,
      gate: this.#needs.gate ?? openGate,
      hostPort: Number(new URL(origin).port),
      events,
      clock,
      log,
      pageBytes,
      slowness: this.#slowness,
      scripts: bridgeScripts(appAddress),
      pages: () => this.#pages,
      browser: () => this.#runningBrowser(),
      openBehind: (page, display, behind) => this.#open({ ...placement, display }, behind, page),
      onClose: () => this.#windows.delete(window),
    });
    this.#windows.add(window);
    try {
      await window.load(front);
    } catch (error) {
      this.#windows.delete(window);
      throw error;
    }
    return window;
  }

  async power(wanted: 'on' | 'off'): Promise<DisplayPower> {
    return this.#footing.power(wanted);
  }

  watchKey(heard: (isDown: boolean) => void): Promise<WatchedKey | null> {
    return this.#footing.watchKey(heard);
  }

  watchTouches(...watched: Parameters<Host['watchTouches']>): Promise<Touches | null> {
    return this.#footing.watchTouches(...watched);
  }

  readonly openInteractive: Host['openInteractive'] = async (...given) => {
    this.#refuseWhileStopping();
    const { extraFlags = [], proxy = null, gate = openGate } = this.#needs;
    const executable = requireChromium(this.#needs.executable ?? null);
    const guest = await this.#footing.guest();
    if (guest === null) throw new VitrineError('usage', message('host-not-started'));
    const flags = [...extraFlags, ...this.#graphics.flags];
    const { curtain } = this.#footing;
    const setup = {
      ...this.#needs,
      ...guest,
      executable,
      extraFlags: flags,
      proxy,
      gate,
      slowness: this.#slowness,
      curtain,
    };
    return this.#interactive.open(setup, ...given);
  };

  hearKeys(...heard: Parameters<Host['hearKeys']>): Promise<HeldKeyboard | null> {
    return this.#footing.hearKeys(...heard);
  }

  /** Its windows report its end and are revived as after any death. */
  readonly renew = async (): Promise<void> => {
    await this.#browser?.kill();
  };

  allowPages(pages: readonly AllowedPage[]): void {
    this.#pages = pages;
  }

  stop(keepsPicture = false): Promise<void> {
    this.#stopping ??= this.#stop(keepsPicture);
    return this.#stopping;
  }

  async #stop(keepsPicture: boolean): Promise<void> {
    this.#stopWatching();
    this.#graphics.stop();
    this.#abort.abort();
    await this.#interactive.end();
    await this.#starting.running?.catch(() => undefined);
    if (keepsPicture) this.#footing.curtain?.coverAll();
    await this.#browser?.stop(this.#needs.clock);
    await this.#footing.close(keepsPicture);
    this.#windows.clear();
  }

  #runningBrowser(): Promise<Browser> {
    if (this.#browser?.alive) return Promise.resolve(this.#browser);
    return this.#starting.of(() => this.#startBrowser());
  }

  async #startBrowser(): Promise<Browser> {
    this.#refuseWhileStopping();
    const { executable, extraFlags = [], clock, log, proxy = null, mayShow } = this.#needs;
    const program = requireChromium(executable ?? null);
    const footing = await this.#footing.prepare(this.#abort.signal);
    await mayShow;
    await this.#footing.hangCurtain();
    this.#refuseWhileStopping();
    this.#footing.curtain?.coverAll();
    const { flags, features } = graphicsFlags(graphicsOf());
    this.#browser = await Browser.start({
      ...footing,
      clock,
      log,
      proxy,
      slowness: this.#slowness,
      executable: program,
      extraFlags: [...flags, ...extraFlags, ...this.#graphics.flags],
      features,
      signal: this.#abort.signal,
      events: {
        page: (sessionId, event) => this.#each((window) => window.onEvent(sessionId, event)),
        crashed: (targetId, status) => this.#each((window) => window.onCrashed(targetId, status)),
        closed: (targetId) => this.#each((window) => window.onClosed(targetId)),
        graphicsDied: () => this.#each((window) => window.onGraphicsDied()),
        ended: (words, byUs) => this.#onEnded(words, byUs),
      },
    });
    return this.#browser;
  }

  #refuseWhileStopping(): void {
    if (this.#stopping) throw new VitrineError('temporary', message('host-stopping'));
  }

  #onDisplayLost(): void {
    if (this.#stopping) return;
    const { awaitsDisplay = false, onDisplayLost, events, log } = this.#needs;
    if (awaitsDisplay && onDisplayLost) {
      log.warn('The X server has ended; the player exits for a restart');
      onDisplayLost();
    } else {
      log.warn('The X server has ended, and with it the session: the player ends');
      events.ended();
    }
  }

  #each(post: (window: ChromiumWindow) => void): void {
    if (this.#stopping) return;
    for (const window of this.#windows) post(window);
  }

  #onEnded(words: string, byUs: boolean): void {
    if (!byUs && !this.#stopping) this.#graphics.ended(words);
    this.#each((window) => window.onBrowserEnded());
  }
}
