import { view } from './byte-source.ts';

/**
 * Codec strings of RFC 6381 for the browser, from the decoder configuration in a file. Null: the record is too short or
 * of an unsupported kind.
 */
export function codecString(
  record: 'avcC' | 'hvcC' | 'av1C' | 'vpcC',
  bytes: Uint8Array,
  tag: string,
): string | null {
  if (bytes.length < (record === 'hvcC' ? 13 : 4)) return null;
  const at = (index: number): number => bytes[index] ?? 0;
  switch (record) {
    case 'avcC':
      return `${tag}.${hex(at(1))}${hex(at(2))}${hex(at(3))}`;
    case 'hvcC':
      return `${tag}.${hevc(bytes)}`;
    case 'av1C': {
      const depth = (at(2) & 0x40) === 0 ? 8 : (at(2) & 0x20) === 0 ? 10 : 12;
      return `av01.${at(1) >> 5}.${two(at(1) & 31)}${at(2) & 0x80 ? 'H' : 'M'}.${two(depth)}`;
    }
    case 'vpcC':
      // After version and flags.
      return bytes.length < 7 ? null : `${tag}.${two(at(4))}.${two(at(5))}.${two(at(6) >> 4)}`;
  }
}

/** Profile space, profile, compatibility flags in reverse, tier and level, constraints. */
function hevc(bytes: Uint8Array): string {
  const [, profile = 0] = bytes;
  let compatible = 0;
  for (let bit = 0; bit < 32; bit++) compatible |= ((view(bytes).getUint32(2) >>> bit) & 1) << (31 - bit);
  const constraints = [...bytes.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  return [
    `${['', 'A', 'B', 'C'][profile >> 6]}${profile & 31}`,
    (compatible >>> 0).toString(16).toUpperCase(),
    `${profile & 0x20 ? 'H' : 'L'}${bytes[12]}`,
    ...constraints.map(hex),
  ].join('.');
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
