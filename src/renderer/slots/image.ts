import type { ScreenSettings } from '../../shared/programme.ts';
import { loadImage } from './load-image.ts';
import { objectFit, type Slot, type SlotNeeds } from './slot.ts';

/** A still or animated picture, decoded off the main thread before its turn. Scripts in SVG do not run in `<img>`. */
export class ImageSlot implements Slot {
  readonly element = new Image();
  /** Inside the layer the browser would decode it before its size is checked. */
  readonly loadsApart = true;
  readonly #source: string;

  constructor(needs: SlotNeeds, source: string) {
    this.#source = source;
    this.element.className = 'media';
    this.element.draggable = false;
    // With `async` the compositor may raise the layer one frame before the picture.
    this.element.decoding = 'sync';
    this.adjust(needs.settings);
  }

  adjust({ fit }: ScreenSettings): void {
    this.element.style.objectFit = objectFit(fit);
  }

  async load(): Promise<void> {
    await loadImage(this.element, this.#source);
  }

  picture(): CanvasImageSource {
    return this.element;
  }

  release(): void {
    this.element.onload = null;
    this.element.onerror = null;
    this.element.removeAttribute('src');
    this.element.remove();
  }
}
