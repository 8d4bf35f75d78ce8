import type { Sentence } from '../../shared/languages/message.ts';
import type { ToScreen } from '../../shared/messages.ts';

/**
 * What owns windows. Electron and the system's Chromium are two adapters behind this port; nothing else of the
 * player knows a browser.
 */
export interface Host {
  readonly name: 'electron' | 'chromium';
  /** For the log and status, for example `Chromium 156.0.8078.73`. */
  readonly version: string;
  /** Resolves when windows can be opened. */
  start(): Promise<void>;
  displays(): Promise<readonly Display[]>;
  /** What the window has to tell goes to `events`, from its first moment on: also while it is still being opened. */
  open(placement: Placement, events: WindowEvents): Promise<HostWindow>;
  /** The web pages that playlists name: the only documents that a host lifts framing headers from. */
  allowPages(pages: readonly AllowedPage[]): void;
  /** Wakes all displays, or puts them to sleep, as far as whoever draws on them can. */
  power(wanted: 'on' | 'off'): Promise<DisplayPower>;
  /**
   * From now on every key that is pressed at the displays is told to `heard`, and to no window. Null: this host cannot have
   * them now.
   */
  hearKeys(heard: (key: Key) => void): Promise<HeldKeyboard | null>;
  /** Puts a fresh browser below all windows; null where the browser is our own process. */
  readonly renew: (() => Promise<void>) | null;
  /**
   * Ends windows, browser and helpers; within 3 s. `keepsPicture`: another player takes over at once, and the last picture
   * of the show stays until then, where that can be done. Else the display is given back.
   */
  stop(keepsPicture?: boolean): Promise<void>;
}

export interface HostWindow {
  send(message: ToScreen): void;
  /** A picture of what this window shows now; `small`: a JPEG for whoever is far away. */
  capture(size?: PictureSize): Promise<Picture>;
  /**
   * Brings back a dead or hung renderer with the app freshly loaded, whatever that takes: ends the renderer by
   * force when it hangs, starts the browser again when it is gone. Resolves when the app's document has been asked
   * for. When to call it, and how often, is the watchdog's business. `paintsNothing`: all that is known is that no frame
   * has come, which need not be the renderer's doing.
   */
  revive(paintsNothing?: boolean): Promise<void>;
  /** Its display has another size or position now. */
  fitTo(display: Display): void;
  /** Bytes that its renderer alone holds; null when nobody can tell now. */
  memory(): Promise<number | null>;
  /**
   * Another window on the same display, with a renderer of its own: the app is loaded in it and paints, and nobody sees it
   * until it comes forward.
   */
  openBehind(events: WindowEvents): Promise<HostWindow>;
  /** There is nothing true to see in it: the last picture of the show is held before it, where that can be done. */
  conceal(): void;
  /** Its stage has painted something true. A window that was just opened is concealed until then. */
  reveal(): void;
  /** All is well with what is seen now: it stays in sight should stage, browser or player die. */
  keepPicture(): void;
  /** From behind: what it has painted is seen from now on, in place of the window in front. */
  comeForward(): Promise<void>;
  close(): Promise<void>;
}

/** What one window tells. */
export interface WindowEvents {
  /** Not parsed: a stage may have been taken over by its content. */
  message(message: unknown): void;
  /** The renderer is dead, or the browser below it. */
  gone(reason: Gone): void;
  /** The browser itself says that the renderer does not answer. Heartbeats tell the same, later. */
  hung(): void;
}

/** How a renderer ended. */
export type Gone = 'crashed' | 'killed' | 'out-of-memory' | 'browser-exited';

/** What a host tells of the machine. Handed to its factory; called at any time after `start`. */
export interface HostEvents {
  displaysChanged(): void;
  /** The machine woke from sleep. */
  woke(): void;
  /** Somebody ended the browser or the session on purpose: the player stops. */
  ended(): void;
}

/** App files and media for the renderer, mounted by both hosts under the address `vitrine://app/`. */
export type AppHandler = (request: Request) => Promise<Response>;

/** What became of displays that were asked to be on or off. */
export interface DisplayPower {
  readonly state: 'on' | 'standby' | 'unknown';
  /** Why it is not known. */
  readonly why: Sentence | null;
}

/** A key that somebody has pressed: what it writes, or what it is called. */
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

/** The keyboards at the displays, as long as they are ours. */
export interface HeldKeyboard {
  /** Resolves when they no longer are: they were let go, or the display is gone. */
  readonly ended: Promise<void>;
  /** Another keyboard than the machine was told of, as `de`. False: it cannot be had. */
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

/** Which display a screen is on. */
export interface Placement {
  readonly screenId: string;
  readonly display: Display;
}

/** A document that a web page, or a frame in one, is about to ask for. */
export interface PageAsking {
  readonly address: string;
  /** The documents that lead there: the one before in a redirect, what the frame shows, and those of the frames around it. */
  readonly ledBy: readonly string[];
  /** On which this host itself answers its own browser. */
  readonly hostPort?: number | null;
}

/** Says where web pages may lead. */
export interface PageGate {
  /** Null: it may be asked. Else why not. */
  refusal(asking: PageAsking): Promise<string | null>;
}

export interface AllowedPage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type PictureSize = 'whole' | 'small';

/** How wide a small one is, and how good. */
export const smallPicture = { width: 640, quality: 60 };

export interface Picture {
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}
