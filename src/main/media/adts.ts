import type { ByteSource } from './byte-source.ts';
import { type Frame, walkFrames } from './frames.ts';

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const leastBytes = 7;

/** AAC without a container has no duration field. */
export async function walkAdts(bytes: ByteSource): ReturnType<typeof walkFrames> {
  return walkFrames(bytes, 0, frameIn);
}

function frameIn(head: Uint8Array): Frame | null {
  if (head.length < leastBytes) return null;
  const at = (index: number): number => head[index] ?? 0;
  const rate = rates[(at(2) >> 2) & 15];
  const length = ((at(3) & 3) << 11) | (at(4) << 3) | (at(5) >> 5);
  if (at(0) !== 0xff || (at(1) & 0xf6) !== 0xf0 || rate === undefined || length < leastBytes) return null;
  return { bytes: length, samples: 1024 * ((at(6) & 3) + 1), samplesPerSecond: rate };
}
