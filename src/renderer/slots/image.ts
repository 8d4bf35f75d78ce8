import type { ScreenSettings } from '../../shared/programme.ts';
import { objectFit, type Slot, SlotFailure, type SlotOrder, within } from './slot.ts';

const loadTimeoutMs = 5_000;
/** Four bytes each once decoded: more than this would endanger the renderer on a small board. */
const mostPixels = 80_000_000;

/** Sources that are known to be whole: an address names its bytes, so once is enough. */
const whole = new Set<string>();
const mostWhole = 5_000;

/** An image element shows half a file as half a picture and calls it good; this does not, and not on this thread. */
async function proveWhole(source: string): Promise<void> {
  if (whole.has(source) || source.endsWith('.svg')) return;
  const response = await fetch(source);
  const bitmap = await createImageBitmap(await response.blob());
  bitmap.close();
  if (whole.size >= mostWhole) whole.clear();
  whole.add(source);
}

/** A picture, still or moving. Decoded off the main thread before its turn. Scripts in SVG do not run in it. */
export class ImageSlot implements Slot {
  readonly element = new Image();
  /** In its layer it would be painted, and so decoded, before its size is known to be bearable. */
  readonly loadsApart = true;
  readonly #source: string;

  constructor(order: SlotOrder, source: string) {
    this.#source = source;
    this.element.className = 'media';
    this.element.draggable = false;
    // Else the compositor may raise the layer before the picture is in it and add it a frame later.
    this.element.decoding = 'sync';
    this.adjust(order.settings);
  }

  adjust({ fit }: ScreenSettings): void {
    this.element.style.objectFit = objectFit(fit);
  }

  async load(): Promise<void> {
    await within(loadTimeoutMs, 'loading the image', this.#loaded());
    const { naturalWidth, naturalHeight } = this.element;
    if (naturalWidth * naturalHeight > mostPixels)
      throw new SlotFailure(`too-large: the image has ${naturalWidth} × ${naturalHeight} pixels`);
    try {
      await within(loadTimeoutMs, 'checking the image', proveWhole(this.#source));
      await within(loadTimeoutMs, 'decoding the image', this.element.decode());
    } catch (cause) {
      if (cause instanceof SlotFailure) throw cause;
      throw new SlotFailure('decode: the image is damaged or of an unknown kind', { cause });
    }
  }

  #loaded(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.element.onload = () => resolve();
      this.element.onerror = () =>
        reject(new SlotFailure('decode: the image is absent, damaged or of an unknown kind'));
      this.element.src = this.#source;
    });
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
