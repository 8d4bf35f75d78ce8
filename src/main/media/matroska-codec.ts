import { withoutEnd } from '../ground/without-end.ts';
import { type ByteSource, latin } from './byte-source.ts';
import { codecString } from './codec-strings.ts';
import { type Element, first, id } from './ebml.ts';

/** Codec ids of Matroska → RFC 6381 strings. */
const plain: Readonly<Record<string, string>> = {
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_THEORA: 'theora',
  A_OPUS: 'opus',
  A_VORBIS: 'vorbis',
  A_FLAC: 'flac',
  A_AAC: 'mp4a.40.2',
  'A_MPEG/L3': 'mp3',
};
const recordOf: Readonly<Record<string, readonly ['avcC' | 'hvcC' | 'av1C', string]>> = {
  'V_MPEG4/ISO/AVC': ['avcC', 'avc1'],
  'V_MPEGH/ISO/HEVC': ['hvcC', 'hvc1'],
  V_AV1: ['av1C', 'av01'],
};
const mostPrivateBytes = 64;

/** The codec of a track; null when uncertain. */
export async function trackCodec(bytes: ByteSource, fields: readonly Element[]): Promise<string | null> {
  const content = async (wanted: number): Promise<Uint8Array> => {
    const field = first(fields, wanted);
    return field
      ? bytes.read(field.start, Math.min(field.end - field.start, mostPrivateBytes))
      : new Uint8Array();
  };
  const written = await content(id.codecId);
  const name = withoutEnd(latin(written, 0, written.length), '\0');
  const config = await content(id.codecPrivate);
  const [record, tag] = recordOf[name] ?? [];
  if (record !== undefined && tag !== undefined) return codecString(record, config, tag);
  if (name === 'V_VP9') return vp9(config) ?? 'vp9';
  if (name === 'V_MS/VFW/FOURCC') return fourCharacters(config);
  // Browsers may play PCM and codecs described as in another format without a name, but no unnamed video codec.
  if (/^(|A_PCM.*|A_MS\/ACM|V_QUICKTIME)$/.test(name)) return null;
  return plain[name] ?? name;
}

/** Triples of number, length and value; the first three are profile, level and depth. */
function vp9(config: Uint8Array): string | null {
  const features = new Map<number, number>();
  for (let at = 0; at + 3 <= config.length; at += 3) features.set(config[at] ?? 0, config[at + 2] ?? 0);
  const [profile, level, depth] = [1, 2, 3].map((feature) => features.get(feature));
  if (profile === undefined || level === undefined || depth === undefined) return null;
  return ['vp09', ...[profile, level, depth].map((value) => String(value).padStart(2, '0'))].join('.');
}

/** Codec ids of AVI. Some of these codecs also have a Matroska id, and play all the same. */
function fourCharacters(config: Uint8Array): string | null {
  const tag = latin(config, 16, 20);
  return /^\w{4}$/.test(tag) && !/^(H264|X264|AVC1|VP[89]0|AV01)$/i.test(tag) ? tag : null;
}
