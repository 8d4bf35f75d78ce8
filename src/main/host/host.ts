import type { InteractiveShown } from '../../shared/interactive.ts';
import type { Message } from '../../shared/languages/message.ts';
import type { ToScreen } from '../../shared/messages.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';
import type { PageCookie, PageLogin } from './page-logins.ts';

export { originOf, type PageCookie, type PageLogin, type PageLogins } from './page-logins.ts';

/** The port to the browser. Electron and the system's Chromium are its two adapters; no other room knows a browser. */
export interface Host {
  readonly name: 'electron' | 'chromium';
  /** For log and status, for example `Chromium 156.0.8078.73`. */
  readonly version: string;
  /** Resolves when windows can be opened. */
  start(): Promise<void>;
  displays(): Promise<readonly Display[]>;
  /** The window reports to `events` from its first moment on, also while it opens. */
  open(placement: Placement, events: WindowEvents): Promise<HostWindow>;
  /** The web pages of playlists: the only documents whose framing headers are removed. */
  allowPages(pages: readonly AllowedPage[]): void;
  /** Wakes all displays or puts them to sleep, if the graphics system supports it. */
  power(wanted: 'on' | 'off'): Promise<DisplayPower>;
  /**
   * Sends every key pressed at the displays to `heard` alone, and to no window. `f9`: its presses and releases, which `watchKey`
   * does not receive meanwhile. Null: not available now.
   */
  hearKeys(heard: (key: Key) => void, f9?: (isDown: boolean) => void): Promise<HeldKeyboard | null>;
  /** Reports presses and releases of F9, and leaves the other keys to the show; null: not available. */
  watchKey(heard: (isDown: boolean) => void): Promise<WatchedKey | null>;
  /**
   * Sends touches and clicks of that part of the displays, in their pixels, to `heard` alone, and to no window. Null: not
   * available.
   */
  watchTouches(area: TouchArea, heard: (touch: Touch) => void): Promise<Touches | null>;
  /**
   * Opens an interactive page above the show, in a browser of its own: nothing of the page outlives it. Null: this host
   * cannot. `unwanted`: ends it at once while it opens.
   */
  readonly openInteractive:
    | ((
        display: Display,
        wanted: InteractiveWanted,
        events: InteractiveEvents,
        unwanted: AbortSignal,
      ) => Promise<InteractivePage>)
    | null;
  /** Replaces the browser below all windows; null if the browser is this process. */
  readonly renew: (() => Promise<void>) | null;
  /**
   * Ends windows, browser and helpers within 3 s. `keepsPicture`: another player takes over at once, and the last
   * picture stays until then, where supported. Otherwise the display is given back.
   */
  stop(keepsPicture?: boolean): Promise<void>;
}

export interface HostWindow {
  send(message: ToScreen): void;
  /** A screenshot; `small`: a JPEG for remote viewers. */
  capture(size?: PictureSize): Promise<Picture>;
  /**
   * Brings back a dead or hung renderer with a freshly loaded app: kills a hung renderer, and restarts a browser that
   * is gone. Resolves when the app's document has been requested. The watchdog decides when and how often.
   * `paintsNothing`: no frame has come, which need not be the renderer's fault.
   */
  revive(paintsNothing?: boolean): Promise<void>;
  /** Its display has changed size or position. */
  fitTo(display: Display): void;
  /** Private memory of its renderer in bytes; null if unknown. */
  memory(): Promise<number | null>;
  /**
   * Another window on the same display, with its own renderer: it loads the app and paints, out of sight until it comes
   * forward.
   */
  openBehind(events: WindowEvents): Promise<HostWindow>;
  /** Covers the window with the last picture of the show, where supported: it has no correct content now. */
  conceal(): void;
  /** Its stage has painted correct content. A newly opened window is concealed until then. */
  reveal(): void;
  /** The visible picture is good: it stays in sight if stage, browser or player die. */
  keepPicture(): void;
  /** Resolves when a frame has been drawn from now on, in sight or behind another window; or after a timeout. */
  drawn(): Promise<void>;
  /** Shows this window in place of the one in front. */
  comeForward(): Promise<void>;
  close(): Promise<void>;
}

/** Events of one window. */
export interface WindowEvents {
  /** Not parsed: hostile content may have taken the stage over. */
  message(message: unknown): void;
  /** The renderer is dead, or the browser below it. */
  gone(reason: Gone): void;
  /** The browser reports that the renderer does not answer. Heartbeats reveal the same, later. */
  hung(): void;
  /** The decoder of a video of the stage. Left out: not needed. Only Chromium reports it. */
  decoder?(address: string, decoder: VideoDecoder): void;
}

/** How a renderer ended. */
export type Gone = 'crashed' | 'killed' | 'out-of-memory' | 'browser-exited';

/** Events of the machine. Passed to the host's factory; may come at any time after `start`. */
export interface HostEvents {
  displaysChanged(): void;
  /** The machine woke from sleep. */
  woke(): void;
  /** A person ended the browser or the session: the player stops. */
  ended(): void;
}

/** Serves app files and media to the renderer; both hosts mount it under `vitrine://app/`. */
export type AppHandler = (request: Request) => Promise<Response>;

/** The result of switching displays. */
export interface DisplayPower {
  readonly state: 'on' | 'standby' | 'unknown';
  /** Why the state is unknown. */
  readonly why: Message | null;
}

/** A pressed key: its text, or its name. */
export type Key = { readonly text: string } | { readonly name: KeyName };

export type KeyName =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'BackTab'
  | 'Backspace'
  | 'Up'
  | 'Down'
  | 'Left'
  | 'Right'
  | 'F2'
  | 'F3'
  | 'F4';

/** One key, reported whichever window has the focus. */
export interface WatchedKey {
  /** Resolves after `letGo`, or when the display is gone. */
  readonly ended: Promise<void>;
  letGo(): void;
}

export interface InteractiveWanted extends InteractiveShown {
  /** It may lead to these hosts and their subdomains, and to its own host. */
  readonly hosts: readonly string[];
  /** For its own document alone, and for no other origin. */
  readonly headers: AllowedPage['headers'];
  /** The CMS names it, so it may lead only where the pages of playlists may. */
  readonly isFromCms: boolean;
  /** A kept login of its origin, for this use alone. */
  readonly cookies: readonly PageCookie[];
}

/** Events of an interactive page. */
export interface InteractiveEvents {
  /** A person uses it. The page can neither send nor suppress these. `drag`: a move while pressed. */
  input(kind: 'press' | 'drag' | 'release' | 'other'): void;
  /** The person wants the show. */
  left(): void;
  /** Its browser has ended, by `close` or otherwise, and its profile is removed. */
  ended(): void;
}

export interface InteractivePage {
  /** Null: no longer. */
  countDown(seconds: number | null): void;
  /** Above the page; null: nothing any more. */
  say(text: string | null): void;
  /** A key of a keyboard at the screen. */
  key(key: Key): void;
  /** The cookies of the page's origin, as they are now. */
  login(): Promise<PageLogin>;
  /** Ends it at once, even if it hangs. */
  close(): void;
}

/** In pixels of all displays. */
export interface TouchArea extends Pick<Display, 'left' | 'top' | 'width' | 'height'> {
  /** For a mouse; the show hides it. */
  readonly showsPointer: boolean;
}

/** A finger or a pressed button, in pixels of all displays. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly isDown: boolean;
}

/** A part of the displays whose touches come to the player. */
export interface Touches {
  /** Resolves after `letGo`, or when the display is gone. */
  readonly ended: Promise<void>;
  letGo(): void;
}

/** The keyboards at the displays, while the player holds them. */
export interface HeldKeyboard {
  /** Resolves when they are released, or the display is gone. */
  readonly ended: Promise<void>;
  /** Sets another layout, such as `de`. False: not available. */
  arrange(layout: string): Promise<boolean>;
  letGo(): void;
}

export interface Display {
  /** Stable over restarts as far as the platform allows. */
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly primary: boolean;
}

/** The assignment of a screen to a display. */
export interface Placement {
  readonly screenId: string;
  readonly display: Display;
}

/** A document request of a web page or of a frame in one. */
export interface PageRequest {
  readonly address: string;
  /** The documents that led there: the previous one of a redirect, the frame's document, and those of its ancestors. */
  readonly ledBy: readonly string[];
  /** The port on which this host serves its browser. */
  readonly hostPort?: number | null;
}

/** Decides where web pages may lead. */
export interface PageGate {
  /** Null: allowed. Otherwise the reason. */
  refusal(request: PageRequest): Promise<string | null>;
}

export interface AllowedPage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type PictureSize = 'whole' | 'small';

/** Width and quality of a small screenshot. */
export const smallPicture = { width: 640, quality: 60 };

export interface Picture {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** The player's browser, whichever runs now. */
export interface RunningBrowser {
  /** Null until its first start. */
  readonly host: Host | null;
  /** For example `Chromium 156.0.8078.73`; `none` until its first start. */
  readonly version: string;
}
