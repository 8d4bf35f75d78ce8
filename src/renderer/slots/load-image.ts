import { proveBearable } from './drawing.ts';
import { loadTimeoutMs, SlotFailure, within } from './slot.ts';

/** Four bytes each once decoded: more would exhaust the renderer's memory on a small board. */
const mostPixels = 80_000_000;

/** Sources that were checked already: the address names the bytes, so one check is enough. */
const proven = new Set<string>();
const mostProven = 5_000;

/** Loads and decodes an image out of sight; rejects one that is damaged or too large. */
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

/** `<img>` shows half a file as half a picture without an error; ImageDecoder rejects it, and off this thread. */
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
