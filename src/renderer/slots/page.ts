import { type Slot, SlotFailure, type SlotOrder, within } from './slot.ts';
import { lastSnapshot } from './snapshot.ts';

const loadTimeoutMs = 15_000;

/**
 * A web page, untrusted. What its sandbox leaves out: top navigation, popups, dialogs, downloads, pointer lock and
 * presentation. Scripts and forms it has because pages need them, and its own origin because without one it has no
 * storage and asks its server as nobody; that origin is never the app's, so it cannot lift its own sandbox.
 * `credentialless`: what it stores is its own, and gone with the stage. `allow=""`: no permission is handed down.
 */
export class PageSlot implements Slot {
  readonly element = document.createElement('iframe');
  readonly #order: SlotOrder;
  readonly #address: string;
  /** Set while it is loading. */
  #refuse: ((failure: SlotFailure) => void) | null = null;
  #snapshot: HTMLElement | null = null;

  constructor(order: SlotOrder, address: string) {
    this.#order = order;
    this.#address = address;
    const frame = this.element;
    frame.className = 'page';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    frame.setAttribute('allow', '');
    frame.setAttribute('credentialless', '');
    frame.referrerPolicy = 'no-referrer';
    frame.tabIndex = -1;
    frame.inert = true;
    open.add(this);
  }

  async load(): Promise<void> {
    const address = URL.parse(this.#address);
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:'))
      throw new SlotFailure('unsupported: this is not the address of a web page');
    if (address.origin === location.origin)
      throw new SlotFailure('refused: a page cannot be the player itself');
    const refused = new Promise<never>((_, reject) => {
      this.#refuse = reject;
    });
    // A frame says "loaded" of the browser's own error page too: that it failed is for the host to tell.
    try {
      await within(loadTimeoutMs, 'loading the page', Promise.race([this.#loaded(), refused]));
    } catch (failure) {
      await this.#showSnapshot(failure);
    } finally {
      this.#refuse = null;
    }
  }

  /** How the page looked when it was last well is better than nothing. */
  async #showSnapshot(failure: unknown): Promise<void> {
    this.element.removeAttribute('src');
    this.#snapshot = await lastSnapshot(this.#address, this.#order.settings);
    if (this.#snapshot === null) throw failure;
    this.element.replaceWith(this.#snapshot);
  }

  #loaded(): Promise<void> {
    return new Promise((resolve) => {
      this.element.onload = () => resolve();
      this.element.src = this.#address;
    });
  }

  /** Its document did not come, or its process died. */
  fail(address: string, reason: string): void {
    if (withoutFragment(address) !== withoutFragment(this.#address)) return;
    if (this.#refuse !== null) this.#refuse(new SlotFailure(reason));
    else if (this.#snapshot === null) this.#order.events.failed(reason);
  }

  release(): void {
    open.delete(this);
    this.element.onload = null;
    this.element.remove();
    this.#snapshot?.remove();
  }
}

/** At most two: the one that is shown and the one that is made ready. */
const open = new Set<PageSlot>();

export function failPages(address: string, reason: string): void {
  for (const slot of [...open]) slot.fail(address, reason);
}

function withoutFragment(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = '';
  return url.href;
}
