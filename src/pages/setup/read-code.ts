/** A photo may have forty megapixels; a code is read from fewer, and not always from the same ones. */
const sizes = [1200, 2000, 700];

/** The text of a file, or of the code on a picture; null: there is none. The page may use no camera, as it comes over http. */
export async function readFileOrCode(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/')) return file.text();
  const [picture, { default: decode }] = await Promise.all([
    createImageBitmap(file).catch(() => null),
    import('qr/decode.js'),
  ]);
  if (picture === null) return null;
  for (const size of sizes) {
    const scale = Math.min(1, size / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
    try {
      if (pixels) return decode(pixels);
    } catch {
      // It may be found in another size.
    }
  }
  return null;
}
