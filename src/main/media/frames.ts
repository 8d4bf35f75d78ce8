import type { ByteSource } from './byte-source.ts';

/** Sound without a container is a sequence of frames. */
export interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly samplesPerSecond: number;
}

interface Walked {
  readonly count: number;
  readonly ms: number;
  /** End of the last frame by its header, perhaps beyond the file. */
  readonly end: number;
}

/** More sound than one item ever has. */
const mostFrames = 500_000;
/** Files are read in blocks of this size. */
const blockBytes = 65_536;
const headBytes = 8;

/** Walks all frames, because rates may vary from frame to frame. */
export async function walkFrames(
  bytes: ByteSource,
  start: number,
  frameIn: (head: Uint8Array) => Frame | null,
): Promise<Walked> {
  let block: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };
  let position = start;
  let count = 0;
  let ms = 0;
  while (position < bytes.size && count < mostFrames) {
    if (position < block.from || position + headBytes > block.from + block.bytes.length)
      block = { from: position, bytes: await bytes.read(position, blockBytes) };
    const at = position - block.from;
    const frame = frameIn(block.bytes.subarray(at, at + headBytes));
    if (frame === null) break;
    count++;
    ms += (frame.samples / frame.samplesPerSecond) * 1000;
    position += frame.bytes;
  }
  return { count, ms: Math.round(ms), end: position };
}
