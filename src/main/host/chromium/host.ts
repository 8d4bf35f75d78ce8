import type { Clock } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { BrowserProxy } from '../browser-proxy.ts';
import type {
  AllowedPage,
  AppHandler,
  Display,
  Host,
  HostEvents,
  HostWindow,
  Placement,
  WindowEvents,
} from '../host.ts';
import { authorityFile } from '../x11/connect.ts';
import { type Account, browserAccount } from './account.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { bridgeScripts } from './bridge-script.ts';
import { Browser, type PageTarget } from './browser.ts';
import { openSurface, type Size, type Surface } from './display.ts';
import { watchDisplays } from './display-watch.ts';
import { findProgram, requireChromium } from './executable.ts';
import { freshProfile, type Profile, removeStaleProfiles } from './profile.ts';
import { ChromiumWindow } from './window.ts';

export interface ChromiumOptions {
  readonly handler: AppHandler;
  readonly events: HostEvents;
  readonly log: Log;
  readonly clock: Clock;
  /** The browser opens a window as it starts: it is not started before this resolves. */
  readonly mayShow?: Promise<unknown>;
  /** For web pages; left out or null: what the machine has set. */
  readonly proxy?: BrowserProxy | null;
  /** The browser's program; else VITRINE_CHROMIUM, else the one that is found. */
  readonly executable?: string | null;
  /** `virtual`: always a virtual display of our own. */
  readonly display?: 'auto' | 'virtual';
  readonly virtualSize?: Size;
  /** Whom the browser runs as when we are root. */
  readonly user?: string | null;
  readonly extraFlags?: readonly string[];
  /** Finds a program of the system, or null. */
  readonly findProgram?: typeof findProgram;
}

/** A browser that ends so often in so short a time is started without the graphics card from then on. */
const mostEnds = 3;
const endsWithinMs = 60_000;

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
  #stopping: Promise<void> | null = null;
  /** Aborted by the stop: a browser that is just starting up ends at once. */
  readonly #abort = new AbortController();
  #stopWatching: () => void = () => undefined;
  /** Monotonic instants at which the browser ended by itself. */
  #ends: readonly number[] = [];
  #withoutGraphics = false;
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
    this.#stopWatching = watchDisplays({
      clock: this.#options.clock,
      displays: () => (this.#browser?.alive ? this.#browser.displays() : null),
      onChanged: () => this.#options.events.displaysChanged(),
    });
    removeStaleProfiles().catch((error: unknown) =>
      this.#log.warn('Old browser profiles could not be removed', { error }),
    );
  }

  async displays(): Promise<readonly Display[]> {
    const browser = await this.#runningBrowser();
    return browser.displays();
  }

  open(placement: Placement, events: WindowEvents): Promise<HostWindow> {
    return this.#open(placement, events, null);
  }

  async #open(placement: Placement, events: WindowEvents, front: PageTarget | null): Promise<HostWindow> {
    const { clock } = this.#options;
    const server = this.#server;
    if (!server) throw new VitrineError('usage', 'host-not-started', 'The host was not started.');
    const window: ChromiumWindow = new ChromiumWindow({
      ...placement,
      pages: () => this.#pages,
      appAddress: server.appAddress,
      scripts: bridgeScripts(server.appAddress),
      proxy: this.#options.proxy ?? null,
      events,
      clock,
      log: this.#log,
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

  allowPages(pages: readonly AllowedPage[]): void {
    this.#pages = pages;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#stopWatching();
    this.#abort.abort();
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
    if (this.#stopping) throw hostStopping();
    const { executable, user, extraFlags, handler } = this.#options;
    const program = requireChromium(executable ?? null);
    const parts = [
      browserAccount(user ?? null),
      this.#freshProfile(),
      this.#openServer(handler),
      this.#openSurface(),
    ] as const;
    // Each is waited for, also when another one fails: `stop` then finds what it has made.
    await Promise.allSettled(parts);
    const [account, profile, server, surface] = await Promise.all(parts);
    const env = await this.#environment(surface, profile, account);
    if (account) await profile.handOver(account);
    await this.#options.mayShow;
    if (this.#stopping) throw hostStopping();
    const browser = await Browser.start(
      {
        clock: this.#options.clock,
        executable: program,
        account,
        home: profile.folder,
        env,
        signal: this.#abort.signal,
        startAddress: server.startAddress,
        size: surface.size,
        proxy: this.#options.proxy ?? null,
        extraFlags: [...(extraFlags ?? []), ...(this.#withoutGraphics ? ['--disable-gpu'] : [])],
      },
      {
        page: (sessionId, event) => this.#each((window) => window.onEvent(sessionId, event)),
        crashed: (targetId, status) => this.#each((window) => window.onCrashed(targetId, status)),
        closed: (targetId) => this.#onClosed(targetId),
        ended: (words, byUs) => this.#onEnded(words, byUs),
      },
      this.#log,
    );
    this.#browser = browser;
    this.#version = browser.version;
    return browser;
  }

  async #freshProfile(): Promise<Profile> {
    const [profile] = await Promise.all([freshProfile(), this.#profile?.remove()]);
    this.#profile = profile;
    return profile;
  }

  /** Another user than the session's needs a cookie of the X server that it can read. */
  async #environment(surface: Surface, profile: Profile, account: Account | null): Promise<Surface['env']> {
    if (!account || surface.isVirtual || !surface.env.DISPLAY) return surface.env;
    const authority = await authorityFile(process.env);
    if (!authority) return surface.env;
    return { ...surface.env, XAUTHORITY: await profile.addXAuthority(authority) };
  }

  async #openServer(handler: AppHandler): Promise<AppServer> {
    this.#server ??= await openAppServer(handler, this.#log);
    return this.#server;
  }

  async #openSurface(): Promise<Surface> {
    const { display = 'auto', virtualSize = { width: 1920, height: 1080 } } = this.#options;
    this.#surface ??= await openSurface({
      display,
      virtualSize,
      log: this.#log,
      find: this.#options.findProgram ?? findProgram,
      onLost: () => this.#onDisplayLost(),
    });
    return this.#surface;
  }

  #onDisplayLost(): void {
    const lost = this.#surface;
    this.#surface = null;
    if (this.#stopping || !lost || lost.isVirtual) return;
    this.#log.warn('The display is gone: the session was ended');
    this.#options.events.ended();
  }

  #each(tell: (window: ChromiumWindow) => void): void {
    for (const window of this.#windows) tell(window);
  }

  #onClosed(targetId: string): void {
    if (!this.#stopping) this.#each((window) => window.onClosed(targetId));
  }

  #onEnded(words: string, byUs: boolean): void {
    if (this.#stopping) return;
    if (!byUs) this.#countEnd(words);
    this.#each((window) => window.onBrowserEnded());
  }

  #countEnd(words: string): void {
    const now = this.#options.clock.monotonic();
    this.#ends = [...this.#ends.filter((end) => now - end < endsWithinMs), now];
    if (this.#ends.length >= mostEnds && !this.#withoutGraphics) {
      this.#withoutGraphics = true;
      this.#log.warn('The browser keeps ending: it goes on without the graphics card');
    }
    this.#log.warn('The browser ended', { words: words.trim().split('\n').at(-1) ?? '' });
  }
}

function hostStopping(): VitrineError {
  return new VitrineError('temporary', 'host-stopping', 'The host is stopping.');
}
