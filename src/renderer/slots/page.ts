import type { ScreenSettings } from '../../shared/programme.ts';
import { pageFrame, zoomTo } from './page-frame.ts';
import { nextPaint, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';
import { lastSnapshot } from './snapshot.ts';

const loadTimeoutMs = 15_000;
/** A page that was loaded anew stays under the old one for so long: "loaded" is not yet painted. */
const paintMs = 500;
/** While only a picture of the page can be shown, the page is tried this often. */
const missingMs = 60_000;

/**
 * A web page, untrusted, in a frame that it cannot leave. A page that stays in sight is loaded anew from time to time:
 * in a second frame behind the first, which is let go only when the second one is there.
 */
export class PageSlot implements Slot {
  readonly element = document.createElement('div');
  readonly #needs: SlotNeeds;
  readonly #address: string;
  #settings: ScreenSettings;
  /** What is seen: a frame, or a picture of the page in better days. */
  #current: HTMLElement | null = null;
  /** Set while a frame is loading. */
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
      // How the page looked when it was last well is better than nothing.
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

  /** The document that is waited for did not come. */
  refuse(reason: string): void {
    this.#refuse?.(new SlotFailure(reason));
  }

  /** The page has failed also where it is seen. */
  fail(reason: string): void {
    this.refuse(reason);
    if (this.#current instanceof HTMLIFrameElement) this.#needs.events.failed(reason);
  }

  /** A frame with the page in it, behind what is seen. */
  async #loaded(settleMs: number): Promise<HTMLIFrameElement> {
    const frame = pageFrame(this.#settings);
    // A frame says "loaded" of the browser's own error page too: that it failed is for the host to tell.
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

  /** What cannot be loaded anew stays as it is until the next time. */
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

/** At most two: the page that is shown and the one that is made ready. */
const open = new Set<PageSlot>();

/**
 * When a document did not come, it is one that is waited for, even if the same page is in sight. When a process died, it
 * may be that of either.
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
