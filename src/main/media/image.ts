import type { Extension } from '../../shared/media-types.ts';
import { type ByteSource, latin, view } from './byte-source.ts';
import { isUtf16 } from './plain-text.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const headBytes = 4096;
/** A JPEG may carry previews and profiles before its frame header; the search ends here. */
const mostJpegSegments = 500;

/** Pixels as stored, before any rotation. Throws a RangeError when the file ends within its header. */
export async function imageSize(extension: Extension, bytes: ByteSource): Promise<ImageSize | null> {
  const head = await bytes.read(0, headBytes);
  const numbers = view(head);
  switch (extension) {
    case 'png':
      return { width: numbers.getUint32(16), height: numbers.getUint32(20) };
    case 'gif':
      return { width: numbers.getUint16(6, true), height: numbers.getUint16(8, true) };
    case 'bmp':
      return numbers.getUint32(14, true) === 12
        ? { width: numbers.getUint16(18, true), height: numbers.getUint16(20, true) }
        : { width: numbers.getInt32(18, true), height: Math.abs(numbers.getInt32(22, true)) };
    case 'webp':
      return webpSize(head);
    case 'jpg':
      return jpegSize(bytes);
    case 'avif':
      return avifSize(head);
    case 'ico':
      // 0 stands for 256.
      return { width: head[6] || 256, height: head[7] || 256 };
    case 'svg':
      return svgSize(new TextDecoder(isUtf16(head) ?? 'utf-8').decode(await bytes.read(0, 65_536)));
    default:
      return null;
  }
}

function webpSize(head: Uint8Array): ImageSize | null {
  const numbers = view(head);
  switch (latin(head, 12, 16)) {
    case 'VP8 ':
      return { width: numbers.getUint16(26, true) & 0x3fff, height: numbers.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = numbers.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const three = (at: number) => numbers.getUint16(at, true) | (numbers.getUint8(at + 2) << 16);
      return { width: three(24) + 1, height: three(27) + 1 };
    }
    default:
      return null;
  }
}

async function jpegSize(bytes: ByteSource): Promise<ImageSize | null> {
  let position = 2;
  for (let segment = 0; segment < mostJpegSegments; segment++) {
    const numbers = view(await bytes.read(position, 9));
    const marker = numbers.getUint16(0);
    if (marker >> 8 !== 0xff) return null;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: numbers.getUint16(7), height: numbers.getUint16(5) };
    // 0xff may repeat as padding before a marker.
    position += marker === 0xffff ? 1 : 2 + Math.max(2, numbers.getUint16(2));
  }
  return null;
}

/** Today's encoders all write the size of the picture as the first `ispe` property. */
function avifSize(head: Uint8Array): ImageSize | null {
  const at = latin(head, 0, head.length).indexOf('ispe');
  if (at < 0) return null;
  return { width: view(head).getUint32(at + 8), height: view(head).getUint32(at + 12) };
}

function svgSize(text: string): ImageSize | null {
  const tag = /<(?:\w+:)?svg\b[^<>]*>/i.exec(text)?.[0] ?? '';
  const pixels = (name: string): number =>
    Number(new RegExp(`\\b${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, 'i').exec(tag)?.[1]);
  const [, , boxWidth, boxHeight] = (/\bviewBox\s*=\s*["']([^"']+)["']/i.exec(tag)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = Math.round(pixels('width') || boxWidth || 0);
  const height = Math.round(pixels('height') || boxHeight || 0);
  return width > 0 && height > 0 ? { width, height } : null;
}
