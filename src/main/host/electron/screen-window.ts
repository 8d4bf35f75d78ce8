import type { Clock } from '../../ground/clock.ts';
import type { Display } from '../host.ts';
import type { BaseWindowApi, ElectronApi, ViewApi } from './api.ts';
import { boundsOver, screenOptions } from './screen-options.ts';

/** A window is shown when its stage has painted, or after this time. */
const longestUnshownMs = 2_000;

export interface ScreenWindowNeeds {
  readonly electron: Pick<ElectronApi, 'BaseWindow'>;
  readonly display: Display;
  readonly clock: Clock;
  /** The user's session ends, and the player with it. */
  readonly onSessionEnd: () => void;
}

/**
 * The one window of a screen. Its stages are stacked, and only the topmost is visible: a stage that is made ready
 * behind another needs no window, which would come up in front.
 */
export class ScreenWindow {
  readonly #window: BaseWindowApi;
  /** From lowest to topmost, each with a callback for the loss of the window. */
  readonly #stages = new Map<ViewApi, () => void>();
  #display: Display;
  #isShown = false;
  #isClosed = false;
  readonly #cancelShow: () => void;

  constructor({ electron, display, clock, onSessionEnd }: ScreenWindowNeeds) {
    this.#display = display;
    this.#window = new electron.BaseWindow(screenOptions(display));
    this.#cancelShow = clock.after(longestUnshownMs, () => void this.show());
    this.#window.on('resize', () => {
      for (const view of this.#stages.keys()) this.#layOut(view);
    });
    this.#window.on('close', (event) => {
      // Blocks Alt+F4 and similar: only the player closes its windows.
      if (!this.#isClosed) event.preventDefault();
    });
    this.#window.on('closed', () => this.#onClosed());
    this.#window.on('session-end', onSessionEnd);
  }

  get display(): Display {
    return this.#display;
  }

  get isLost(): boolean {
    return this.#window.isDestroyed();
  }

  /** Adds a stage below all others. */
  add(view: ViewApi, onLost: () => void): void {
    this.#stages.set(view, onLost);
    this.#layOut(view);
    this.#window.contentView.addChildView(view, 0);
  }

  /** The window closes with its last stage. */
  remove(view: ViewApi): void {
    if (!this.#stages.delete(view) || this.isLost) return;
    this.#window.contentView.removeChildView(view);
    if (this.#stages.size === 0) this.#close();
  }

  /** Replaces a stage that is gone or cannot be ended. */
  replace(old: ViewApi, view: ViewApi, onLost: () => void): void {
    this.add(view, onLost);
    this.remove(old);
  }

  /** Adding a view again makes it the topmost. */
  raise(view: ViewApi): void {
    if (!this.isLost) this.#window.contentView.addChildView(view);
  }

  /** Returns true if the window was not visible before. */
  show(): boolean {
    if (this.#isShown || this.isLost) return false;
    this.#isShown = true;
    this.#cancelShow();
    this.#window.setKiosk(true);
    this.#window.show();
    return true;
  }

  bringToFront(): void {
    if (this.isLost || !this.#isShown) return;
    this.#window.show();
    this.#window.focus();
  }

  fitTo(display: Display): void {
    const before = this.#display;
    this.#display = display;
    if (this.isLost || isSamePlace(before, display)) return;
    // A fullscreen window stays on its display, whatever its bounds are set to.
    if (this.#isShown) this.#window.setKiosk(false);
    this.#window.setBounds(boundsOver(display));
    if (this.#isShown) this.#window.setKiosk(true);
    for (const view of this.#stages.keys()) this.#layOut(view);
  }

  #layOut(view: ViewApi): void {
    const { width, height } = this.#display;
    view.setBounds({ x: 0, y: 0, width, height });
  }

  #close(): void {
    this.#isClosed = true;
    this.#cancelShow();
    this.#window.destroy();
  }

  #onClosed(): void {
    this.#cancelShow();
    const lost = [...this.#stages.values()];
    this.#stages.clear();
    for (const notify of lost) notify();
  }
}

function isSamePlace(one: Display, other: Display): boolean {
  return (['left', 'top', 'width', 'height'] as const).every((edge) => one[edge] === other[edge]);
}
