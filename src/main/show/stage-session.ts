import { type FromScreen, parseFromScreen, type ToScreen } from '../../shared/messages.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Display, Gone, HostWindow, Picture, WindowEvents } from '../host/host.ts';
import type { Log } from '../log.ts';

export interface SessionNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
}

export type OpenWindow = (events: WindowEvents) => Promise<HostWindow>;

/** The one that a stage is heard by: its screen, or a hand-over before it is seen, or a farewell after that. */
export interface StageListener {
  heard(message: FromScreen): void;
  /** The window is open and its stage is ready, also when it was loaded anew: it has to be told everything. */
  stands(): void;
  gone(reason: Gone): void;
  hung(): void;
}

/** One window of a screen, from its opening to its close, and the stage in it. */
export class StageSession {
  readonly #needs: SessionNeeds;
  readonly #openWindow: OpenWindow;
  #listener: StageListener;
  #window: HostWindow | null = null;
  #isReady = false;
  #isClosed = false;

  constructor(needs: SessionNeeds, listener: StageListener, openWindow: OpenWindow) {
    this.#needs = needs;
    this.#listener = listener;
    this.#openWindow = openWindow;
  }

  /** A stage may be ready before its window is said to be open. */
  async open(): Promise<void> {
    const window = await this.#openWindow({
      message: (message) => this.#message(message),
      gone: (reason) => this.#gone(reason),
      hung: () => this.#hung(),
    });
    this.#window = window;
    if (this.#isClosed) await this.#closeWindow(window);
    else if (this.#isReady) this.#listener.stands();
  }

  /** Another stage for the same screen. It has to be opened, and is then not seen before it comes forward. */
  behind(listener: StageListener): StageSession {
    return new StageSession(this.#needs, listener, (events) => this.#requireWindow().openBehind(events));
  }

  listenedToBy(listener: StageListener): void {
    this.#listener = listener;
  }

  /** A stage that is not ready hears nothing: it is told everything once it stands. */
  send(message: ToScreen): void {
    if (this.#isReady) this.#window?.send(message);
  }

  async revive(): Promise<void> {
    this.#isReady = false;
    await this.#window?.revive();
  }

  conceal(): void {
    this.#window?.conceal();
  }

  reveal(): void {
    this.#window?.reveal();
  }

  keepPicture(): void {
    this.#window?.keepPicture();
  }

  comeForward(): Promise<void> {
    return this.#requireWindow().comeForward();
  }

  fitTo(display: Display): void {
    this.#window?.fitTo(display);
  }

  async capture(): Promise<Picture> {
    return this.#requireWindow().capture();
  }

  async memory(): Promise<number | null> {
    return (await this.#window?.memory()) ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#window) await this.#closeWindow(this.#window);
  }

  async #closeWindow(window: HostWindow): Promise<void> {
    try {
      await window.close();
    } catch (error) {
      this.#needs.log.debug('A window was gone before it was closed', { error });
    }
  }

  #message(raw: unknown): void {
    if (this.#isClosed) return;
    const { screenId, clock, log } = this.#needs;
    const message = parseFromScreen(raw);
    if (message === null) {
      log.state(`screen-${screenId}`, 'unreadable', 'warn', 'A screen said something unreadable');
      return;
    }
    if (message.type === 'ready') this.#isReady = true;
    if (message.type === 'heartbeat') this.send({ type: 'clock', echo: message.mono, epochMs: clock.now() });
    this.#listener.heard(message);
    if (message.type === 'ready' && this.#window) this.#listener.stands();
  }

  #gone(reason: Gone): void {
    this.#isReady = false;
    if (!this.#isClosed) this.#listener.gone(reason);
  }

  #hung(): void {
    if (!this.#isClosed) this.#listener.hung();
  }

  #requireWindow(): HostWindow {
    if (this.#window) return this.#window;
    throw new VitrineError('temporary', 'window-gone', `Screen ${this.#needs.screenId} has no window yet.`);
  }
}
