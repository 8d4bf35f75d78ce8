import { message } from '../../shared/languages/message.ts';
import { type FromScreen, parseFromScreen, type ToScreen } from '../../shared/messages.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { Display, Gone, HostWindow, Picture, PictureSize, WindowEvents } from '../host/host.ts';

export interface SessionNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Left out: the machine is as fast as usual. */
  readonly slowness?: Slowness | undefined;
  readonly onDecoder?: (address: string, decoder: VideoDecoder) => void;
}

/** A stage keeps the best of so many readings. */
const readingsToLearnFrom = 16;
/** Once it has them, it gets the clock only this often unless the clock was set: each message wakes four threads. */
const answerEveryMs = 10_000;
/** The wall clock is read in whole milliseconds. */
const readingMs = 2;

export type OpenWindow = (events: WindowEvents) => Promise<HostWindow>;

/** Receives a stage's reports: its hand-over before it is in front, then its screen, and at last its retirement. */
export interface StageListener {
  onMessage(message: FromScreen): void;
  /** The window is open and its stage is ready, for the first time or after a reload: send it everything. */
  onReady(): void;
  onGone(reason: Gone): void;
  onHung(): void;
}

/** One window of a screen, from its opening to its close, and the stage in it. */
export class StageSession {
  readonly #needs: SessionNeeds;
  readonly #openWindow: OpenWindow;
  #listener: StageListener;
  #window: HostWindow | null = null;
  #isReady = false;
  #isClosed = false;
  /** How often the stage was sent the clock since it was last set, when last, and how far it was ahead of the steady one. */
  #clockSent = { answers: 0, at: 0, aheadMs: 0 };

  constructor(needs: SessionNeeds, listener: StageListener, openWindow: OpenWindow) {
    this.#needs = needs;
    this.#listener = listener;
    this.#openWindow = openWindow;
  }

  /** A stage may be ready before its window is reported open. */
  async open(): Promise<void> {
    const window = await this.#openWindow({
      message: (message) => this.#message(message),
      gone: (reason) => this.#gone(reason),
      hung: () => this.#hung(),
      decoder: (address, decoder) => this.#needs.onDecoder?.(address, decoder),
    });
    this.#window = window;
    if (this.#isClosed) await this.#closeWindow(window);
    else if (this.#isReady) this.#listener.onReady();
  }

  /** Another stage for the same screen. Once opened, it stays unseen until it comes forward. */
  behind(listener: StageListener): StageSession {
    return new StageSession(this.#needs, listener, (events) => this.#requireWindow().openBehind(events));
  }

  setListener(listener: StageListener): void {
    this.#listener = listener;
  }

  /** Messages to a stage that is not ready are dropped: it is sent everything in `onReady`. */
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

  drawn(): Promise<void> {
    return this.#requireWindow().drawn();
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
      this.#needs.log.debug('A window was gone before it could be closed', { error });
    }
  }

  #message(raw: unknown): void {
    if (this.#isClosed) return;
    const { screenId, log } = this.#needs;
    const message = parseFromScreen(raw);
    if (message === null) {
      log.state(`screen-${screenId}`, 'unreadable', 'warn', 'A screen sent an unreadable message');
      return;
    }
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#clockSent = { ...this.#clockSent, answers: 0 };
    }
    if (message.type === 'heartbeat') this.#sendClock(message.mono);
    this.#listener.onMessage(message);
    if (message.type === 'ready' && this.#window) this.#listener.onReady();
  }

  #sendClock(echo: number): void {
    const { clock } = this.#needs;
    const [epochMs, at] = [clock.now(), clock.monotonic()];
    const { answers, at: sentAt, aheadMs } = this.#clockSent;
    const wasSet = Math.abs(epochMs - at - aheadMs) > readingMs;
    if (!wasSet && answers >= readingsToLearnFrom && at - sentAt < answerEveryMs) return;
    this.#clockSent = { answers: wasSet ? 1 : answers + 1, at, aheadMs: wasSet ? epochMs - at : aheadMs };
    this.send({ type: 'clock', echo, epochMs, slowness: this.#needs.slowness?.of(1) ?? 1 });
  }

  #gone(reason: Gone): void {
    this.#isReady = false;
    if (!this.#isClosed) this.#listener.onGone(reason);
  }

  #hung(): void {
    if (!this.#isClosed) this.#listener.onHung();
  }

  #requireWindow(): HostWindow {
    if (this.#window) return this.#window;
    throw new VitrineError('temporary', message('window-gone.none', { screen: this.#needs.screenId }));
  }
}
