/** A photo may have forty megapixels. Codes are read from smaller sizes, and not always from the same one. */
const sizes = [1200, 2000, 700];

/** The text of a file, or of the QR code in a picture; null: none. A page loaded over http may not use the camera. */
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
      // Another size may work.
    }
  }
  return null;
}
