import type { Extension } from '../../../shared/media-types.ts';
import { type ByteSource, latin, view } from './byte-source.ts';

/** Milliseconds, or null when the file does not say; a RangeError when it ends before its header does. */
export async function audioDuration(extension: Extension, bytes: ByteSource): Promise<number | null> {
  switch (extension) {
    case 'wav':
      return waveDuration(bytes);
    case 'flac':
      return flacDuration(await bytes.read(0, 64));
    case 'ogg':
      return oggDuration(bytes);
    case 'mp3':
      return mp3Duration(bytes);
    default:
      return null;
  }
}

async function waveDuration(bytes: ByteSource): Promise<number | null> {
  let position = 12;
  let bytesPerSecond = 0;
  for (let chunk = 0; chunk < 100; chunk++) {
    const head = await bytes.read(position, 24);
    const length = view(head).getUint32(4, true);
    if (latin(head, 0, 4) === 'fmt ') bytesPerSecond = view(head).getUint32(16, true);
    if (latin(head, 0, 4) === 'data') {
      return milliseconds(Math.min(length, bytes.size - position - 8), bytesPerSecond);
    }
    position += 8 + length + (length % 2);
  }
  return null;
}

function flacDuration(head: Uint8Array): number | null {
  const numbers = view(head);
  // STREAMINFO follows the signature and a block header of four bytes: 20 bits of rate, 8 of format, 36 of samples.
  const rate = numbers.getUint32(18) >>> 12;
  const samples = (numbers.getUint8(21) & 15) * 2 ** 32 + numbers.getUint32(22);
  return milliseconds(samples, rate);
}

/** Each page says how many samples there have been at its end, so the last page says it all. */
async function oggDuration(bytes: ByteSource): Promise<number | null> {
  const head = await bytes.read(0, 512);
  const text = latin(head, 0, head.length);
  const vorbis = text.indexOf('\x01vorbis');
  const opus = text.indexOf('OpusHead');
  if (vorbis < 0 && opus < 0) return null;
  const rate = opus >= 0 ? 48_000 : view(head).getUint32(vorbis + 12, true);
  const skipped = opus >= 0 ? view(head).getUint16(opus + 10, true) : 0;
  const tail = await bytes.read(Math.max(0, bytes.size - 65_536), 65_536);
  const last = latin(tail, 0, tail.length).lastIndexOf('OggS');
  return last < 0 ? null : milliseconds(Number(view(tail).getBigUint64(last + 6, true)) - skipped, rate);
}

const kilobitsOf = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

async function mp3Duration(bytes: ByteSource): Promise<number | null> {
  const tag = await bytes.read(0, 10);
  const at = (index: number): number => tag[index] ?? 0;
  const start = latin(tag, 0, 3) === 'ID3' ? 10 + ((at(6) << 21) | (at(7) << 14) | (at(8) << 7) | at(9)) : 0;
  const frame = await bytes.read(start, 512);
  const header = view(frame).getUint32(0);
  if (header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3; // 3 = MPEG 1, 2 = MPEG 2, 0 = MPEG 2.5
  const rates = version === 3 ? [44_100, 48_000, 32_000] : [22_050, 24_000, 16_000];
  const rate = (rates[(header >>> 10) & 3] ?? 0) / (version === 0 ? 2 : 1);
  const samplesPerFrame = version === 3 ? 1152 : 576;

  const text = latin(frame, 0, frame.length);
  const counted = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  if (counted > 0 && (view(frame).getUint32(counted + 4) & 1) === 1) {
    return milliseconds(view(frame).getUint32(counted + 8) * samplesPerFrame, rate);
  }
  const kilobits = kilobitsOf[version === 3 ? 1 : 2][(header >>> 12) & 15] ?? 0;
  return milliseconds(bytes.size - start, (kilobits * 1000) / 8);
}

function milliseconds(units: number, unitsPerSecond: number): number | null {
  const value = Math.round((units / unitsPerSecond) * 1000);
  return Number.isFinite(value) && value > 0 ? value : null;
}
