import type { Extension } from '../../../shared/media-types.ts';
import { latin, view } from './byte-source.ts';

/** How many bytes from the beginning are enough to know what a file is. */
export const headBytes = 4096;

export type Recognised = Extension | 'html' | 'unknown';

/** What the first bytes say; names and declared types are not asked. */
export function recognise(head: Uint8Array): Recognised {
  return bySignature(head) ?? byMarkup(head) ?? 'unknown';
}

function bySignature(head: Uint8Array): Extension | null {
  const starts = (text: string, at = 0): boolean => latin(head, at, at + text.length) === text;
  if (starts('\xff\xd8\xff')) return 'jpg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  if (starts('RIFF') && starts('WAVE', 8)) return 'wav';
  if (starts('BM') && isBitmap(head)) return 'bmp';
  if (starts('ftyp', 4)) return byBrand(head);
  // QuickTime files older than the ftyp box begin with one of these.
  if (['moov', 'mdat', 'wide', 'pnot'].some((box) => starts(box, 4))) return 'mov';
  if (starts('\x1aE\xdf\xa3')) return latin(head, 0, 64).includes('webm') ? 'webm' : 'mkv';
  if (starts('OggS')) return 'ogg';
  if (starts('fLaC')) return 'flac';
  if (latin(head, 0, 1024).includes('%PDF-')) return 'pdf';
  if (starts('ID3') || isMpegAudioFrame(head)) return 'mp3';
  return null;
}

function byBrand(head: Uint8Array): Extension | null {
  const brand = latin(head, 8, 12);
  const end = Math.min(view(head).getUint32(0), head.length);
  const compatible = latin(head, 16, end);
  if (brand === 'avif' || brand === 'avis' || (brand === 'mif1' && compatible.includes('avif')))
    return 'avif';
  // A still picture in a codec that no browser here decodes.
  if (['heic', 'heix', 'hevc', 'mif1', 'msf1'].includes(brand)) return null;
  if (brand === 'qt  ') return 'mov';
  if (brand.startsWith('M4A') || brand.startsWith('M4B')) return 'm4a';
  return 'mp4';
}

function isBitmap(head: Uint8Array): boolean {
  return head.length >= 30 && [12, 40, 52, 56, 64, 108, 124].includes(view(head).getUint32(14, true));
}

function isMpegAudioFrame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const sync = first === 0xff && (second & 0xe0) === 0xe0;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return sync && version !== 1 && layer === 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** Markup and text begin with a tag, after what may stand before it. */
function byMarkup(head: Uint8Array): 'svg' | 'html' | null {
  const start = new TextDecoder(isUtf16(head) ? 'utf-16le' : 'utf-8')
    .decode(head)
    .replace(/^(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!doctype\s+svg[^>[]*(?:\[[\s\S]*?\])?\s*>)+/i, '');
  if (/^<(?:\w+:)?svg[\s>]/i.test(start)) return 'svg';
  return /^<(?:!doctype\s+html|html|head|body|script|title|meta|iframe|h1|p|div|table|center)\b/i.test(start)
    ? 'html'
    : null;
}

function isUtf16(head: Uint8Array): boolean {
  return head[0] === 0xff && head[1] === 0xfe;
}

/** Bytes that a text file may consist of: UTF-8 without control characters but tab, line and page breaks. */
export function isPlainText(head: Uint8Array): boolean {
  // The last character may have been cut in two.
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  return !text.includes('\ufffd') && head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
}
