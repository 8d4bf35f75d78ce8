import { type Slot, SlotFailure, within } from './slot.ts';

const loadTimeoutMs = 15_000;

/**
 * A web page, untrusted. Its sandbox leaves out: top navigation, popups, dialogs, downloads, pointer lock,
 * presentation. It has scripts and forms because pages need them, and its own origin because without it a page has no
 * storage and its requests come from nowhere; that origin is never the app's, so the frame cannot lift its sandbox.
 * `credentialless`: whatever it stores is gone with the stage.
 */
export class PageSlot implements Slot {
  readonly element = document.createElement('iframe');
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
    const frame = this.element;
    frame.className = 'page';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    frame.setAttribute('allow', '');
    frame.setAttribute('credentialless', '');
    frame.referrerPolicy = 'no-referrer';
    frame.tabIndex = -1;
  }

  async load(): Promise<void> {
    const address = new URL(this.#address);
    if (address.protocol !== 'http:' && address.protocol !== 'https:')
      throw new SlotFailure(`unsupported: a page cannot be opened by ${address.protocol}`);
    if (address.origin === location.origin)
      throw new SlotFailure('refused: a page cannot be the player itself');
    await within(loadTimeoutMs, 'loading the page', Promise.all([this.#loaded(), this.#reachable()]));
  }

  #loaded(): Promise<void> {
    return new Promise((resolve) => {
      this.element.onload = () => resolve();
      this.element.src = this.#address;
    });
  }

  /** The frame says "loaded" for the browser's own error page too, so the address is asked on its own. */
  async #reachable(): Promise<void> {
    const ask = new AbortController();
    try {
      await fetch(this.#address, {
        mode: 'no-cors',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: ask.signal,
      });
    } catch (cause) {
      throw new SlotFailure('unreachable: the page cannot be loaded', { cause });
    } finally {
      ask.abort();
    }
  }

  release(): void {
    this.element.onload = null;
    this.element.remove();
  }
}
