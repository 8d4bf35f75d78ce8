import { type Box, boxesIn } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { codecString } from './codec-strings.ts';

const recordOf: Readonly<Record<string, 'avcC' | 'hvcC' | 'av1C' | 'vpcC'>> = {
  avc1: 'avcC',
  avc3: 'avcC',
  hvc1: 'hvcC',
  hev1: 'hvcC',
  av01: 'av1C',
  vp08: 'vpcC',
  vp09: 'vpcC',
};
/** Sound codecs that browsers know by name. They may also play others, mostly PCM. */
const namedSounds = ['ac-3', 'ec-3', 'ac-4', 'alac', 'dtsc', 'dtse', 'dtsh', 'dtsl', 'fLaC', 'mlpa', 'Opus'];
const visualFields = 78;
const soundFields = [28, 44, 64];

/** The codec of a track by its first sample description; null when uncertain. */
export async function sampleCodec(bytes: ByteSource, stsd: Box, isVideo: boolean): Promise<string | null> {
  const [entry] = await boxesIn(bytes, stsd.start + 8, Math.min(stsd.end, bytes.size));
  if (entry === undefined) return null;
  const [, version = 0] = await bytes.read(entry.start + 8, 2);
  const fields = isVideo ? visualFields : (soundFields[version] ?? 28);
  const boxes = await boxesIn(bytes, entry.start + fields, Math.min(entry.end, bytes.size));
  const content = async (type: string): Promise<Uint8Array | null> => {
    const box = boxes.find((each) => each.type === type);
    return box ? bytes.read(box.start, Math.min(box.end - box.start, 64)) : null;
  };
  const record = recordOf[entry.type];
  if (record !== undefined) {
    const config = await content(record);
    return config && codecString(record, config, entry.type);
  }
  if (entry.type === 'mp4a' || entry.type === 'mp4v') {
    const config = await content('esds');
    return config && elementary(config, entry.type);
  }
  // Browsers play no video codec that they do not know by name.
  return isVideo || namedSounds.includes(entry.type) ? entry.type.trim() : null;
}

/** Nested descriptors of an elementary stream: each a tag, a length of up to four bytes, content. */
function elementary(esds: Uint8Array, tag: 'mp4a' | 'mp4v'): string | null {
  const type = objectType(esds);
  if (type === null) return null;
  const name = `${tag}.${type.value.toString(16).toUpperCase().padStart(2, '0')}`;
  // AAC has object types, in the first five bits of its decoder configuration.
  const kind = (esds[type.specific] ?? 0) >> 3;
  return type.value === 0x40 && kind > 0 && kind < 31 ? `${name}.${kind}` : name;
}

function objectType(esds: Uint8Array): { readonly value: number; readonly specific: number } | null {
  let at = 4;
  const open = (tag: number): boolean => {
    if (esds[at] !== tag) return false;
    at++;
    for (let length = 0; length < 4 && (esds[at] ?? 0) & 0x80; length++) at++;
    at++;
    return true;
  };
  if (!open(3)) return null;
  const flags = esds[at + 2] ?? 0;
  at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
  if (flags & 0x40 || !open(4)) return null;
  const value = esds[at];
  at += 13;
  open(5);
  return value === undefined ? null : { value, specific: at };
}
