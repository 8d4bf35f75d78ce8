import type { ScreenSettings } from '../../shared/programme.ts';
import { loadImage } from './load-image.ts';
import { objectFit, type Slot, type SlotNeeds } from './slot.ts';

/** A picture, still or moving. Decoded off the main thread before its turn. Scripts in SVG do not run in it. */
export class ImageSlot implements Slot {
  readonly element = new Image();
  /** In its layer it would be painted, and so decoded, before its size is known to be bearable. */
  readonly loadsApart = true;
  readonly #source: string;

  constructor(needs: SlotNeeds, source: string) {
    this.#source = source;
    this.element.className = 'media';
    this.element.draggable = false;
    // Else the compositor may raise the layer before the picture is in it and add it a frame later.
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
