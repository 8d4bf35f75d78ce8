import type { Extension } from '../../shared/media-types.ts';
import { walkAdts } from './adts.ts';
import { type ByteSource, latin, view } from './byte-source.ts';
import { mp3Ms } from './mp3.ts';

/** Milliseconds, or null when unknown. Throws a RangeError when the file ends within its header. */
export async function audioDuration(extension: Extension, bytes: ByteSource): Promise<number | null> {
  switch (extension) {
    case 'wav':
      return waveDuration(bytes);
    case 'flac':
      return flacDuration(await bytes.read(0, 64));
    case 'ogg':
      return oggDuration(bytes);
    case 'mp3':
      return mp3Ms(bytes);
    case 'aac':
      return (await walkAdts(bytes)).ms || null;
    default:
      return null;
  }
}

/** Formats without boxes; null when uncertain. */
export async function packedCodec(extension: Extension, bytes: ByteSource): Promise<string | null> {
  if (extension === 'wav') return waveCodec(bytes);
  if (extension !== 'ogg' && extension !== 'ogv') return null;
  const head = await bytes.read(0, 512);
  const text = latin(head, 0, head.length);
  return oggCodecs.find(([sign]) => text.includes(sign))?.[1] ?? null;
}

/** Each stream of an Ogg file begins with a name; a video stream decides the kind. */
const oggCodecs: readonly (readonly [sign: string, codec: string])[] = [
  ['\x80theora', 'theora'],
  ['OVP80', 'vp8'],
  ['OpusHead', 'opus'],
  ['\x01vorbis', 'vorbis'],
  ['\x7fFLAC', 'flac'],
  ['Speex   ', 'speex'],
];

/** PCM of up to 32 bits, A-law, µ-law and MP3; other formats are named by their number. */
async function waveCodec(bytes: ByteSource): Promise<string | null> {
  const head = await bytes.read(0, 512);
  const at = latin(head, 0, head.length).indexOf('fmt ');
  if (at < 0 || at + 34 > head.length) return null;
  const [format, bits] = [view(head).getUint16(at + 8, true), view(head).getUint16(at + 22, true)];
  const isKnown = format === 0xfffe || [1, 3, 6, 7, 0x55].includes(format);
  return isKnown && bits <= 32 ? null : `${format}`;
}

async function waveDuration(bytes: ByteSource): Promise<number | null> {
  let position = 12;
  let bytesPerSecond = 0;
  for (let chunk = 0; chunk < 100; chunk++) {
    const head = await bytes.read(position, 24);
    // In a file above 4 GB all ones refer to another chunk: the data then extend to the end.
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

/** Each page counts all samples up to its end, so the last page holds the total. */
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

function milliseconds(units: number, unitsPerSecond: number): number | null {
  const value = Math.round((units / unitsPerSecond) * 1000);
  return Number.isFinite(value) && value > 0 ? value : null;
}
