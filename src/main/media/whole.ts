import { crc32 } from 'node:zlib';
import type { Extension } from '../../shared/media-types.ts';
import { walkAdts } from './adts.ts';
import { boxesIn } from './boxes.ts';
import { type ByteSource, latin, view } from './byte-source.ts';
import { firstFrame } from './mp3.ts';

/**
 * Whether a file without film is complete by its own lengths. A file with wrong lengths makes this throw a RangeError, and
 * is not complete.
 */
export async function isWhole(extension: Extension, bytes: ByteSource): Promise<boolean> {
  switch (extension) {
    case 'png':
      return pngIsWhole(bytes);
    case 'jpg':
      return jpegIsWhole(bytes);
    case 'gif':
      return gifIsWhole(bytes);
    case 'webp':
      return 8 + view(await bytes.read(4, 4)).getUint32(0, true) <= bytes.size;
    case 'bmp':
      return bitmapIsWhole(bytes);
    case 'ico':
      return iconIsWhole(bytes);
    case 'avif':
    case 'jxl':
      return pictureBoxesAreWhole(bytes);
    case 'ogg':
    case 'ogv':
      return oggIsWhole(bytes);
    case 'aac':
      return (await walkAdts(bytes)).end <= bytes.size;
    case 'mp3':
      return (await firstFrame(bytes)) < bytes.size;
    case 'wav':
      return waveIsWhole(bytes);
    case 'flac':
      return bytes.size > flacHeadBytes;
    default:
      return true;
  }
}

const flacHeadBytes = 42;
/** Files are read in blocks of this size. */
const blockBytes = 1 << 20;

/** PNG: chunks up to the end chunk. Critical chunks must have the right checksum. */
async function pngIsWhole(bytes: ByteSource): Promise<boolean> {
  for (let at = 8; at + 12 <= bytes.size; ) {
    const head = await bytes.read(at, 8);
    const end = at + 12 + view(head).getUint32(0);
    const type = latin(head, 4, 8);
    if (end > bytes.size || !/^[a-z]{4}$/i.test(type)) return false;
    const isNeeded = type < 'a';
    if (isNeeded && (await sumOf(bytes, at + 4, end - 4)) !== view(await bytes.read(end - 4, 4)).getUint32(0))
      return false;
    if (type === 'IEND') return true;
    at = end;
  }
  return false;
}

async function sumOf(bytes: ByteSource, from: number, until: number): Promise<number> {
  let sum = 0;
  for (let at = from; at < until; at += blockBytes)
    sum = crc32(await bytes.read(at, Math.min(blockBytes, until - at)), sum);
  return sum;
}

/** JPEG: searches after the first scan, so that the end of an embedded preview does not count. */
async function jpegIsWhole(bytes: ByteSource): Promise<boolean> {
  let at = 2;
  for (;;) {
    const numbers = view(await bytes.read(at, 4));
    const marker = numbers.getUint16(0);
    // Browsers ignore bytes between markers.
    if (marker === 0xffda || marker >> 8 !== 0xff) break;
    at += marker === 0xffff ? 1 : 2 + Math.max(2, numbers.getUint16(2));
  }
  for (; at < bytes.size; at += blockBytes - 1)
    if (latin(await bytes.read(at, blockBytes), 0, blockBytes).includes('\xff\xd9')) return true;
  return false;
}

/** GIF: blocks of sub-blocks; browsers do not need the trailer. */
async function gifIsWhole(bytes: ByteSource): Promise<boolean> {
  const byte = async (at: number): Promise<number> => view(await bytes.read(at, 1)).getUint8(0);
  const behindTable = (at: number, flags: number): number => at + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const behindBlocks = async (from: number): Promise<number> => {
    let at = from;
    for (let length = await byte(at); length > 0; length = await byte(at)) at += length + 1;
    return at + 1;
  };
  let at = behindTable(13, await byte(10));
  let hasPicture = false;
  while (at < bytes.size) {
    const sign = await byte(at);
    if (sign === 0x21) at = await behindBlocks(at + 2);
    else if (sign === 0x2c) {
      at = await behindBlocks(behindTable(at + 10, await byte(at + 9)) + 1);
      hasPicture = true;
    } else break;
  }
  return hasPicture;
}

async function bitmapIsWhole(bytes: ByteSource): Promise<boolean> {
  const head = view(await bytes.read(0, 34));
  const isPlain = head.getUint32(14, true) >= 40 && [0, 3].includes(head.getUint32(30, true));
  if (!isPlain) return true;
  const [width, height] = [head.getInt32(18, true), Math.abs(head.getInt32(22, true))];
  const rowBytes = Math.ceil((width * head.getUint16(28, true)) / 32) * 4;
  return head.getUint32(10, true) + rowBytes * height <= bytes.size;
}

async function iconIsWhole(bytes: ByteSource): Promise<boolean> {
  const count = view(await bytes.read(4, 2)).getUint16(0, true);
  for (let picture = 0; picture < count; picture++) {
    const entry = view(await bytes.read(6 + picture * 16, 16));
    if (entry.getUint32(8, true) + entry.getUint32(12, true) > bytes.size) return false;
  }
  return true;
}

/** The boxes of the picture; any other box may be a trailer. */
async function pictureBoxesAreWhole(bytes: ByteSource): Promise<boolean> {
  if (latin(await bytes.read(4, 4), 0, 4).trim() === '') return true;
  const boxes = await boxesIn(bytes, 0, bytes.size);
  const carries = ['meta', 'mdat', 'moov', 'jxlc', 'jxlp'];
  return !boxes.some(({ type, end }) => carries.includes(type) && end > bytes.size);
}

/** Ogg: pages with a table of their lengths. */
async function oggIsWhole(bytes: ByteSource): Promise<boolean> {
  let at = 0;
  while (at < bytes.size) {
    const head = await bytes.read(at, 27 + 255);
    if (latin(head, 0, 4) !== 'OggS') break;
    const lengths = head.subarray(27, 27 + view(head).getUint8(26));
    at += 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
  }
  return at > 0 && at <= bytes.size;
}

/** A stream recording has no length or the maximum. */
async function waveIsWhole(bytes: ByteSource): Promise<boolean> {
  for (let at = 12, chunk = 0; chunk < 100 && at + 8 <= bytes.size; chunk++) {
    const head = await bytes.read(at, 8);
    const length = view(head).getUint32(4, true);
    const end = at + 8 + length;
    if (latin(head, 0, 4) === 'data') return length >= 0x7fff_0000 || end <= bytes.size;
    at = end + (length % 2);
  }
  return false;
}
