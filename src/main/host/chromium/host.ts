import type { Clock } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { AllowedPage, AppHandler, Display, Host, HostEvents, HostWindow, ScreenPlace } from '../host.ts';
import { browserAccount } from './account.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { bridgeScripts } from './bridge-script.ts';
import { Browser } from './browser.ts';
import { openSurface, type Size, type Surface } from './display.ts';
import { findChromium } from './executable.ts';
import { freshProfile, type Profile, removeStaleProfiles } from './profile.ts';
import { ChromiumWindow } from './window.ts';

export interface ChromiumOptions {
  readonly handler: AppHandler;
  readonly events: HostEvents;
  readonly log: Log;
  readonly clock: Clock;
  /** The browser's program; else VITRINE_CHROMIUM, else the one that is found. */
  readonly executable?: string | null;
  /** `virtual`: always a virtual display of our own. */
  readonly display?: 'auto' | 'virtual';
  readonly virtualSize?: Size;
  /** Whom the browser runs as when we are root. */
  readonly user?: string | null;
  readonly extraFlags?: readonly string[];
}

/** The system's Chromium in kiosk mode, driven over a pipe. */
export function createChromiumHost(options: ChromiumOptions): Host {
  return new ChromiumHost(options);
}

class ChromiumHost implements Host {
  readonly name = 'chromium';
  readonly #options: ChromiumOptions;
  readonly #log: Log;
  #pages: readonly AllowedPage[] = [];
  readonly #windows = new Set<ChromiumWindow>();
  #server: AppServer | null = null;
  #surface: Surface | null = null;
  #profile: Profile | null = null;
  #browser: Browser | null = null;
  /** A start under way: windows that are revived together share it. */
  #starting: Promise<Browser> | null = null;
  #stopping = false;
  #version = 'Chromium';

  constructor(options: ChromiumOptions) {
    this.#options = options;
    this.#log = options.log.named('host');
  }

  get version(): string {
    return this.#version;
  }

  async start(): Promise<void> {
    try {
      await this.#runningBrowser();
    } catch (error) {
      await this.stop();
      throw error;
    }
    removeStaleProfiles().catch((error: unknown) =>
      this.#log.warn('Old browser profiles could not be removed', { error }),
    );
  }

  async displays(): Promise<readonly Display[]> {
    const browser = await this.#runningBrowser();
    return browser.displays();
  }

  async open(place: ScreenPlace): Promise<HostWindow> {
    const { events, clock } = this.#options;
    const server = this.#server;
    if (!server) throw new VitrineError('usage', 'host-not-started', 'The host was not started.');
    const window: ChromiumWindow = new ChromiumWindow({
      screenId: place.screenId,
      display: place.display,
      pages: () => this.#pages,
      appAddress: server.appAddress,
      scripts: bridgeScripts(server.appAddress),
      events,
      clock,
      log: this.#log,
      browser: () => this.#runningBrowser(),
      onClose: () => this.#windows.delete(window),
    });
    this.#windows.add(window);
    await window.load();
    return window;
  }

  allowPages(pages: readonly AllowedPage[]): void {
    this.#pages = pages;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#starting?.catch(() => undefined);
    await this.#browser?.stop(this.#options.clock);
    await Promise.all([this.#surface?.close(), this.#server?.close(), this.#profile?.remove()]);
    this.#windows.clear();
  }

  #runningBrowser(): Promise<Browser> {
    if (this.#browser?.alive) return Promise.resolve(this.#browser);
    this.#starting ??= this.#startBrowser().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #startBrowser(): Promise<Browser> {
    if (this.#stopping) throw new VitrineError('temporary', 'host-stopping', 'The host is stopping.');
    const { executable, user, extraFlags, handler } = this.#options;
    const stale = this.#profile;
    const program = requireChromium(executable ?? null);
    const account = await browserAccount(user ?? null);
    const [profile, surface, server] = await Promise.all([
      freshProfile(account),
      this.#openSurface(),
      this.#server ?? openAppServer(handler, this.#log),
      stale?.remove(),
    ]);
    this.#profile = profile;
    this.#server = server;
    const browser = await Browser.start(
      {
        executable: program,
        account,
        home: profile.folder,
        env: surface.env,
        startAddress: server.startAddress,
        size: surface.size,
        extraFlags: extraFlags ?? [],
      },
      {
        page: (sessionId, event) => this.#each((window) => window.onEvent(sessionId, event)),
        crashed: (targetId, status) => this.#each((window) => window.onCrashed(targetId, status)),
        closed: (targetId) => this.#onClosed(targetId),
        ended: (words) => this.#onEnded(words),
      },
      this.#log,
    );
    this.#browser = browser;
    this.#version = browser.version;
    return browser;
  }

  async #openSurface(): Promise<Surface> {
    const { display = 'auto', virtualSize = { width: 1920, height: 1080 } } = this.#options;
    this.#surface ??= await openSurface({
      display,
      virtualSize,
      log: this.#log,
      onLost: () => {
        this.#surface = null;
      },
    });
    return this.#surface;
  }

  #each(tell: (window: ChromiumWindow) => void): void {
    for (const window of this.#windows) tell(window);
  }

  #onClosed(targetId: string): void {
    if (!this.#stopping) this.#each((window) => window.onClosed(targetId));
  }

  #onEnded(words: string): void {
    if (this.#stopping) return;
    this.#log.warn('The browser ended', { words: words.trim().split('\n').at(-1) ?? '' });
    this.#each((window) => window.onBrowserEnded());
  }
}

function requireChromium(configured: string | null): string {
  const program = findChromium(configured);
  if (program) return program;
  const named = configured ?? process.env.VITRINE_CHROMIUM;
  throw new VitrineError(
    'usage',
    'no-browser',
    named ? `${named} is not a program that can be run.` : 'There is no Chromium on this machine.',
    { remedy: 'Run: apt-get install -y chromium; or set VITRINE_CHROMIUM to the browser that is there.' },
  );
}
