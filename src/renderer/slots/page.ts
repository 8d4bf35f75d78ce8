import type { ScreenSettings } from '../../shared/programme.ts';
import { pageFrame, zoomTo } from './page-frame.ts';
import { nextPaint, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';
import { lastSnapshot } from './snapshot.ts';

const loadTimeoutMs = 15_000;
/** The `load` event of a page comes before its first paint: until then it stays under what was there before. */
const paintMs = 500;
/** While a snapshot replaces the page, the page is retried at this interval. */
const missingMs = 60_000;

/**
 * An untrusted web page in a frame that it cannot leave. A page that stays in sight is reloaded at an interval, in a
 * second frame behind the first; the first is removed once the second has loaded.
 */
export class PageSlot implements Slot {
  readonly element = document.createElement('div');
  readonly paintMs = paintMs;
  readonly #needs: SlotNeeds;
  readonly #address: string;
  #settings: ScreenSettings;
  /** The visible element: a frame, or the last good snapshot of the page. */
  #current: HTMLElement | null = null;
  /** Rejects the frame that is loading. */
  #refuse: ((failure: SlotFailure) => void) | null = null;
  #loadedAt = 0;
  #timer = 0;
  #released = false;

  constructor(needs: SlotNeeds, address: string) {
    this.#needs = needs;
    this.#address = address;
    this.#settings = needs.settings;
    this.element.className = 'media';
    open.add(this);
  }

  async load(): Promise<void> {
    const address = URL.parse(this.#address);
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:'))
      throw new SlotFailure('unsupported: this is not the address of a web page');
    if (address.origin === location.origin)
      throw new SlotFailure('refused: a page cannot be the player itself');
    try {
      this.#current = await this.#loaded(0);
    } catch (failure) {
      // The last good snapshot is better than nothing.
      const snapshot = this.#released ? null : await lastSnapshot(this.#address, this.#settings);
      if (snapshot === null) throw failure;
      this.#current = snapshot;
      if (!this.#released) this.element.append(snapshot);
    }
  }

  shown(): void {
    this.#reloadInTime();
  }

  adjust(settings: ScreenSettings): void {
    this.#settings = settings;
    for (const frame of this.element.querySelectorAll('iframe')) zoomTo(frame, settings);
    if (this.#timer !== 0) this.#reloadInTime();
  }

  get address(): string {
    return this.#address;
  }

  get isLoading(): boolean {
    return this.#refuse !== null;
  }

  /** Rejects the load that is in progress. */
  refuse(reason: string): void {
    this.#refuse?.(new SlotFailure(reason));
  }

  /** The page failed, including the visible frame. */
  fail(reason: string): void {
    this.refuse(reason);
    if (this.#current instanceof HTMLIFrameElement) this.#needs.events.failed(reason);
  }

  /** Loads the page in a frame behind the visible one. */
  async #loaded(settleMs: number): Promise<HTMLIFrameElement> {
    const frame = pageFrame(this.#settings);
    // A frame fires `load` for the browser's error page too; only the host reports the failure.
    const loaded = new Promise<void>((resolve, reject) => {
      this.#refuse = reject;
      frame.onload = () => window.setTimeout(resolve, settleMs);
    });
    frame.src = this.#address;
    this.element.append(frame);
    try {
      await within(loadTimeoutMs, 'loading the page', loaded);
      return frame;
    } catch (failure) {
      frame.remove();
      throw failure;
    } finally {
      frame.onload = null;
      this.#refuse = null;
      this.#loadedAt = performance.now();
    }
  }

  #reloadInTime(): void {
    window.clearTimeout(this.#timer);
    const { pageReloadMs } = this.#settings;
    const missing = !(this.#current instanceof HTMLIFrameElement);
    const every = missing ? Math.min(pageReloadMs, missingMs) : pageReloadMs;
    const left = this.#loadedAt + every - performance.now();
    this.#timer = window.setTimeout(() => this.#reload(), Math.max(0, left));
  }

  /** If the reload fails, the current frame stays until the next attempt. */
  async #reload(): Promise<void> {
    if (this.isLoading) return;
    const old = this.#current;
    try {
      if (old !== null) old.style.zIndex = '1';
      const fresh = await this.#loaded(paintMs);
      if (this.#released) return;
      fresh.style.zIndex = '2';
      this.#current = fresh;
      await nextPaint();
      old?.remove();
      fresh.style.zIndex = '';
    } catch (cause) {
      if (!this.#released) console.warn('a web page was not loaded anew', cause);
    }
    if (!this.#released) this.#reloadInTime();
  }

  release(): void {
    this.#released = true;
    open.delete(this);
    window.clearTimeout(this.#timer);
    this.refuse('released');
    this.element.replaceChildren();
    this.element.remove();
  }
}

/** At most two: the page in sight and the one being made ready. */
const open = new Set<PageSlot>();

/**
 * A failed document belongs to the slot that is loading, even if the same page is in sight. A process that died may
 * belong to either.
 */
export function failPages(address: string, reason: string): void {
  const meant = [...open].filter((slot) => withoutFragment(slot.address) === withoutFragment(address));
  const waiting = reason.startsWith('crashed') ? [] : meant.filter((slot) => slot.isLoading);
  for (const slot of waiting) slot.refuse(reason);
  if (waiting.length === 0) for (const slot of meant) slot.fail(reason);
}

function withoutFragment(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = '';
  return url.href;
}
