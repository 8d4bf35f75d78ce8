import type { Clock } from '../../ground/clock.ts';
import type { Display } from '../host.ts';
import type { BaseWindowApi, ElectronApi, ViewApi } from './api.ts';
import { boundsOver, screenOptions } from './screen-options.ts';

/** A window is shown when its stage has painted; one whose stage never says so is shown all the same. */
const longestUnshownMs = 2_000;

export interface ScreenWindowNeeds {
  readonly electron: Pick<ElectronApi, 'BaseWindow'>;
  readonly display: Display;
  readonly clock: Clock;
  /** The person's session ends, and with it the player. */
  readonly onSessionEnd: () => void;
}

/**
 * The one window of a screen. Stages lie in it one over the other, and the topmost is seen: so one that is made ready
 * behind another needs no window of its own, which would come up in front.
 */
export class ScreenWindow {
  readonly #window: BaseWindowApi;
  /** From the lowest to the topmost, each with what is told when the window is lost. */
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
      // Alt+F4 and its kind: only the player closes its windows.
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

  /** Below all others: what is seen stays seen. */
  add(view: ViewApi, onLost: () => void): void {
    this.#stages.set(view, onLost);
    this.#layOut(view);
    this.#window.contentView.addChildView(view, 0);
  }

  /** The window goes with its last stage. */
  remove(view: ViewApi): void {
    if (!this.#stages.delete(view) || this.isLost) return;
    this.#window.contentView.removeChildView(view);
    if (this.#stages.size === 0) this.#close();
  }

  /** Puts another stage in the place of one that is gone or cannot be ended. */
  replace(old: ViewApi, view: ViewApi, onLost: () => void): void {
    this.add(view, onLost);
    this.remove(old);
  }

  /** Adding a view once more makes it the topmost. */
  raise(view: ViewApi): void {
    if (!this.isLost) this.#window.contentView.addChildView(view);
  }

  /** True: it is seen from now on, and was not before. */
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
    for (const tell of lost) tell();
  }
}

function isSamePlace(one: Display, other: Display): boolean {
  return (['left', 'top', 'width', 'height'] as const).every((edge) => one[edge] === other[edge]);
}
