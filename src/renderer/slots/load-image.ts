import { proveBearable } from './drawing.ts';
import { loadTimeoutMs, SlotFailure, within } from './slot.ts';

/** Four bytes each once decoded: more than this would endanger the renderer on a small board. */
const mostPixels = 80_000_000;

/** Sources that are known to be good: an address names its bytes, so once is enough. */
const proven = new Set<string>();
const mostProven = 5_000;

/** Loads an image that nobody sees yet, and decodes it; what is damaged or would do harm is refused. */
export async function loadImage(image: HTMLImageElement, source: string): Promise<void> {
  const isDrawing = source.endsWith('.svg');
  if (isDrawing) await prove(source, proveBearable);
  await within(loadTimeoutMs, 'loading the image', loaded(image, source));
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth * naturalHeight > mostPixels)
    throw new SlotFailure(`too-large: the image has ${naturalWidth} × ${naturalHeight} pixels`);
  try {
    if (!isDrawing) await prove(source, proveWhole);
    await within(loadTimeoutMs, 'decoding the image', image.decode());
  } catch (cause) {
    if (cause instanceof SlotFailure) throw cause;
    throw new SlotFailure('decode: the image is damaged or of an unknown kind', { cause });
  }
}

async function prove(source: string, check: (source: string) => Promise<void>): Promise<void> {
  if (proven.has(source)) return;
  await within(loadTimeoutMs, 'checking the image', check(source));
  if (proven.size >= mostProven) proven.clear();
  proven.add(source);
}

/** An image element shows half a file as half a picture and calls it good; this does not, and not on this thread. */
async function proveWhole(source: string): Promise<void> {
  const response = await fetch(source);
  const bitmap = await createImageBitmap(await response.blob());
  bitmap.close();
}

function loaded(image: HTMLImageElement, source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () =>
      reject(new SlotFailure('decode: the image is absent, damaged or of an unknown kind'));
    image.src = source;
  });
}
