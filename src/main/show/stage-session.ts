import { message } from '../../shared/languages/message.ts';
import { type FromScreen, parseFromScreen, type ToScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Display, Gone, HostWindow, Picture, PictureSize, WindowEvents } from '../host/host.ts';

export interface SessionNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A stage keeps the best of so many answers. */
const answersToLearnFrom = 16;
/** One that knows the clock is told it only so often, unless the clock was set: each answer wakes four threads. */
const answerEveryMs = 10_000;
/** The wall clock is read in whole milliseconds. */
const readingMs = 2;

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
  /** How often the stage was told the clock as it now is, when last, and what it then was beyond the steady one. */
  #clockTold = { answers: 0, at: 0, aheadMs: 0 };

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

  async revive(paintsNothing: boolean): Promise<void> {
    this.#isReady = false;
    await this.#window?.revive(paintsNothing);
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

  async capture(size?: PictureSize): Promise<Picture> {
    return this.#requireWindow().capture(size);
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
    const { screenId, log } = this.#needs;
    const message = parseFromScreen(raw);
    if (message === null) {
      log.state(`screen-${screenId}`, 'unreadable', 'warn', 'A screen said something unreadable');
      return;
    }
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#clockTold = { ...this.#clockTold, answers: 0 };
    }
    if (message.type === 'heartbeat') this.#tellClock(message.mono);
    this.#listener.heard(message);
    if (message.type === 'ready' && this.#window) this.#listener.stands();
  }

  #tellClock(echo: number): void {
    const { clock } = this.#needs;
    const [epochMs, at] = [clock.now(), clock.monotonic()];
    const { answers, at: toldAt, aheadMs } = this.#clockTold;
    const wasSet = Math.abs(epochMs - at - aheadMs) > readingMs;
    if (!wasSet && answers >= answersToLearnFrom && at - toldAt < answerEveryMs) return;
    this.#clockTold = { answers: wasSet ? 1 : answers + 1, at, aheadMs: wasSet ? epochMs - at : aheadMs };
    this.send({ type: 'clock', echo, epochMs });
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
    throw new VitrineError('temporary', message('window-gone.none', { screen: this.#needs.screenId }));
  }
}
