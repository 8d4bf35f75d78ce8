import { message as inWords, message } from '../../../shared/languages/message.ts';
import type { ToScreen } from '../../../shared/messages.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import {
  type Display,
  type HostWindow,
  type Picture,
  type PictureSize,
  type Placement,
  smallPicture,
  type WindowEvents,
} from '../host.ts';
import type { Veil } from '../veil.ts';
import { within } from '../within.ts';
import type { ContentsApi, ElectronApi } from './api.ts';
import { ScreenWindow } from './screen-window.ts';
import { Stage, type StageNeeds } from './stage.ts';

export interface WindowNeeds extends Omit<StageNeeds, 'screenId' | 'electron'> {
  readonly electron: ElectronApi;
  readonly placement: Placement;
  readonly veil: Veil;
  /** The window that it stands behind, out of sight; null: it gets a new one. */
  readonly behind: ScreenWindow | null;
  openBehind(screen: ScreenWindow, events: WindowEvents): ElectronWindow;
  readonly onSessionEnd: () => void;
  readonly onClosed: (window: ElectronWindow) => void;
}

const longestFirstFrameMs = 150;
/** A stage that draws no frame for longer is revived. */
const drawnWaitMs = 5_000;
const drawnAgainMs = 50;

/** The show's window: a stage in the window of its screen. */
export class ElectronWindow implements HostWindow {
  readonly #needs: WindowNeeds;
  #screen: ScreenWindow;
  #stage: Stage;
  #isBehind: boolean;
  /** While the window is shown but not painted yet. */
  #cancelReveal: (() => void) | null = null;
  #isClosed = false;
  #isConcealed = false;
  #concealings = 0;

  constructor(needs: WindowNeeds) {
    this.#needs = needs;
    this.#isBehind = needs.behind !== null;
    this.#screen = needs.behind ?? this.#openScreen(needs.placement.display);
    if (!this.#isBehind) this.conceal();
    this.#stage = this.#makeStage();
    this.#screen.add(this.#stage.view, () => this.#onLost());
    this.#stage.load();
  }

  get display(): Display {
    return this.#screen.display;
  }

  send(message: ToScreen): void {
    if (this.#stage.contents) this.#stage.bridge.send(message);
  }

  capture(size?: PictureSize): Promise<Picture> {
    return capture(this.#stage.contents, this.#needs.clock, size);
  }

  async revive(): Promise<void> {
    if (this.#isClosed) return;
    if (!(await this.#stage.endRenderer())) {
      // The page is gone, or its renderer cannot be ended: another page takes its place.
      if (this.#isClosed) return;
      this.#replaceStage();
    }
    this.#stage.load();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Otherwise what is behind it would stay covered.
    if (this.#cancelReveal) this.#unveil();
    this.#screen.remove(this.#stage.view);
    this.#stage.close();
    this.#needs.onClosed(this);
  }

  memory(): Promise<number | null> {
    return this.#stage.memory();
  }

  async openBehind(events: WindowEvents): Promise<HostWindow> {
    if (this.#screen.isLost) throw new VitrineError('temporary', inWords('window-gone.front'));
    return this.#needs.openBehind(this.#screen, events);
  }

  conceal(): void {
    this.#cancelReveal?.();
    this.#cancelReveal = null;
    this.#isConcealed = true;
    this.#concealings++;
    this.#needs.veil.cover(this.display);
  }

  reveal(): void {
    const isNew = !this.#isBehind && this.#screen.show();
    // A window that has just been shown is black until its next paint.
    if (isNew) this.#cancelReveal = this.#needs.clock.after(longestFirstFrameMs, () => this.#unveil());
    else if (this.#cancelReveal === null) this.#unveil();
  }

  keepPicture(): void {
    this.#needs.veil.keepPicture(this.display);
  }

  async drawn(): Promise<void> {
    const { clock, log } = this.#needs;
    const until = clock.monotonic() + drawnWaitMs;
    while (clock.monotonic() < until && !this.#isClosed) {
      try {
        await this.capture('small');
        return;
      } catch (error) {
        log.debug('The stage is not drawn yet', { error });
        await sleep(clock, drawnAgainMs);
      }
    }
  }

  async comeForward(): Promise<void> {
    const { contents, view } = this.#stage;
    if (!contents || contents.isCrashed() || this.#screen.isLost)
      throw new VitrineError('temporary', inWords('window-gone.stage'));
    this.#isBehind = false;
    this.#screen.raise(view);
    this.#screen.show();
  }

  /** Until a new GPU process has drawn the stage, only its background would be visible. */
  graphicsDied(): void {
    if (this.#isBehind || this.#isConcealed || this.#isClosed) return;
    this.conceal();
    const concealing = this.#concealings;
    void this.drawn().then(() => {
      // If it was concealed for another reason since, the stage reveals it.
      if (this.#concealings === concealing && this.#isConcealed) this.#unveil();
    });
  }

  /** The player was started a second time: show this one. */
  bringToFront(): void {
    this.#screen.bringToFront();
  }

  fitTo(display: Display): void {
    this.#screen.fitTo(display);
  }

  #openScreen(display: Display): ScreenWindow {
    const { electron, clock, onSessionEnd } = this.#needs;
    return new ScreenWindow({ electron, clock, display, onSessionEnd });
  }

  #makeStage(): Stage {
    return new Stage({ ...this.#needs, screenId: this.#needs.placement.screenId });
  }

  #replaceStage(): void {
    const old = this.#stage;
    if (this.#screen.isLost) this.#screen = this.#openScreen(this.display);
    this.#stage = this.#makeStage();
    this.#screen.replace(old.view, this.#stage.view, () => this.#onLost());
    if (!this.#isBehind) this.#screen.raise(this.#stage.view);
    old.close();
  }

  #unveil(): void {
    this.#cancelReveal?.();
    this.#cancelReveal = null;
    this.#isConcealed = false;
    this.#needs.veil.reveal();
  }

  /** The stage is lost with its window, although its page could continue out of sight. */
  #onLost(): void {
    this.#stage.close();
    this.#needs.events.gone('killed');
  }
}

const longestCaptureMs = 5_000;

/** A screenshot of these contents. */
async function capture(
  contents: ContentsApi | null,
  clock: Clock,
  size: PictureSize = 'whole',
): Promise<Picture> {
  if (!contents || contents.isCrashed()) throw new VitrineError('temporary', message('no-picture.renderer'));
  const image = await within(clock, longestCaptureMs, 'screenshot', contents.capturePage());
  if (image.isEmpty()) throw new VitrineError('temporary', message('no-picture.blank'));
  if (size === 'whole') return { mimeType: 'image/png', bytes: image.toPNG() };
  const small = image.resize({ width: smallPicture.width, quality: 'good' });
  return { mimeType: 'image/jpeg', bytes: small.toJPEG(smallPicture.quality) };
}
