import type { Extension } from '../../shared/media-types.ts';
import type { MediaKind } from '../edition/records.ts';
import { latin, view } from './byte-source.ts';
import { recogniseMarkup } from './markup.ts';
import { soundAt } from './mp3.ts';
import { isText } from './plain-text.ts';

/** Number of leading bytes that identify a file. SVG editors write much before the first tag. */
export const headBytes = 65_536;

export type Recognised = Extension | 'html' | 'svg-with-entities' | 'unknown';

/**
 * Identifies a file by its first bytes. The declared kind counts only for text, which has no signature and may begin like
 * any other file.
 */
export function recognise(head: Uint8Array, size: number, declared: MediaKind): Recognised {
  if (declared === 'text' && isText(head)) return recogniseMarkup(head) === 'html' ? 'html' : 'txt';
  const known = bySignature(head, size) ?? byMarkup(head);
  // A stream recording begins within any frame. Films contain such frames too, so only declared sound is searched.
  return known === 'unknown' && declared === 'audio' && soundAt(head) >= 0 ? 'mp3' : known;
}

/** Checked last: decoding tens of kilobytes takes longer than all signatures together. */
function byMarkup(head: Uint8Array): Recognised {
  const markup = recogniseMarkup(head);
  return markup === 'tag' ? 'html' : (markup ?? 'unknown');
}

function bySignature(head: Uint8Array, size: number): Extension | null {
  const starts = (text: string, at = 0): boolean => latin(head, at, at + text.length) === text;
  if (starts('\xff\xd8\xff')) return 'jpg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('\xff\x0a') || starts('\0\0\0\x0cJXL \r\n\x87\n')) return 'jxl';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  if ((starts('RIFF') || starts('RF64')) && starts('WAVE', 8)) return 'wav';
  if (starts('BM') && isBitmap(head)) return 'bmp';
  if (starts('\0\0\x01\0') && isIcon(head)) return 'ico';
  if (isBoxes(head, size)) return byBrand(head);
  if (starts('\x1aE\xdf\xa3')) return latin(head, 0, 64).includes('webm') ? 'webm' : 'mkv';
  if (starts('OggS')) return /theora|OVP80/.test(latin(head, 0, 512)) ? 'ogv' : 'ogg';
  if (starts('fLaC')) return 'flac';
  if (latin(head, 0, 1024).includes('%PDF-')) return 'pdf';
  // Some writers pad with zeros first.
  const sound = head.subarray(
    Math.max(
      0,
      head.findIndex((byte) => byte !== 0),
    ),
  );
  return isTagged(sound) ? 'mp3' : byFrame(sound);
}

/** Types of the first box of MP4 and QuickTime files. Text may have such letters there, but no fitting length. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'pnot', 'free', 'skip', 'uuid', 'styp'];

function isBoxes(head: Uint8Array, size: number): boolean {
  if (head.length < 16 || !firstBoxes.includes(latin(head, 4, 8))) return false;
  const length = view(head).getUint32(0);
  return length < 2 || (length >= 8 && length <= Math.max(size, 4096)) || latin(head, 4, 8) === 'mdat';
}

function byBrand(head: Uint8Array): Extension | null {
  const at = brandBox(head);
  if (at === null) return 'mov';
  const brand = latin(head, at + 8, at + 12);
  // A still picture names its codec; browsers decode only AV1.
  if (stillBrands.includes(brand)) return latin(head, 0, 4096).includes('av01') ? 'avif' : null;
  if (brand === 'qt  ') return 'mov';
  if (brand.startsWith('M4A') || brand.startsWith('M4B')) return 'm4a';
  return 'mp4';
}

const stillBrands = ['avif', 'avis', 'mif1', 'miaf', 'MA1A', 'MA1B', 'heic', 'heix', 'hevc', 'hevx', 'msf1'];

/** Position of the box with the brands, after optional padding. */
function brandBox(head: Uint8Array): number | null {
  for (let at = 0; at + 16 <= head.length; ) {
    const type = latin(head, at + 4, at + 8);
    if (type === 'ftyp') return at;
    const length = view(head).getUint32(at);
    if (!['free', 'skip', 'uuid', 'wide'].includes(type) || length < 8) return null;
    at += length;
  }
  return null;
}

function isBitmap(head: Uint8Array): boolean {
  return head.length >= 26 && [12, 16, 40, 52, 56, 64, 108, 124].includes(view(head).getUint32(14, true));
}

/** The number of pictures, and a byte of the first one that is always zero. */
function isIcon(head: Uint8Array): boolean {
  return head.length >= 22 && view(head).getUint16(4, true) > 0 && head[9] === 0;
}

/** A version that no text has there, then the length of the tag in four digits of seven bits. */
function isTagged(head: Uint8Array): boolean {
  return (
    latin(head, 0, 3) === 'ID3' &&
    (head[3] ?? 0xff) < 0x10 &&
    head.length >= 10 &&
    head.subarray(6, 10).every((byte) => byte < 0x80)
  );
}

/** Sound without a container. */
function byFrame(head: Uint8Array): 'mp3' | 'aac' | null {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff) return null;
  if ((second & 0xf6) === 0xf0) return ((third >> 2) & 15) < 13 ? 'aac' : null;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const isFrame = (second & 0xe0) === 0xe0 && version !== 1 && layer === 1;
  return isFrame && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? 'mp3' : null;
}
