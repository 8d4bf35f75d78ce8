import { type ByteSource, latin, view } from './byte-source.ts';
import { type Frame, walkFrames } from './frames.ts';

/** Real files have one or two. */
const mostTags = 16;
/** Files are read in blocks of this size. */
const blockBytes = 65_536;
const framesInRow = 4;
const mostGaps = 1_000;

const kilobitsOf = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** From the frame count in the first frame; without it by walking all frames, because rates may vary. */
export async function mp3Ms(bytes: ByteSource): Promise<number | null> {
  const start = await firstFrame(bytes);
  const head = await bytes.read(start, 512);
  const frame = frameIn(head);
  if (frame === null) return null;
  const text = latin(head, 0, head.length);
  const counted = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  const isCounted = counted > 0 && (view(head).getUint32(counted + 4) & 1) === 1;
  if (!isCounted) return (await walkAll(bytes, start)) || null;
  const count = view(head).getUint32(counted + 8);
  const value = Math.round(((count * frame.samples) / frame.samplesPerSecond) * 1000);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Joined songs have tags between them, and stream recordings have gaps. */
async function walkAll(bytes: ByteSource, start: number): Promise<number> {
  let [position, ms] = [start, 0];
  for (let gaps = 0; position < bytes.size && gaps < mostGaps; gaps++) {
    const walked = await walkFrames(bytes, position, frameIn);
    ms += walked.ms;
    const block = await bytes.read(walked.end, blockBytes);
    const next = soundAt(block);
    if (next < 0) break;
    position = walked.end + next;
  }
  return ms;
}

/**
 * Position of the first frames in a block, or -1. Any data contain a valid header by chance, but not three at the right
 * distances.
 */
export function soundAt(block: Uint8Array): number {
  for (let at = block.indexOf(0xff); at >= 0; at = block.indexOf(0xff, at + 1)) {
    let [position, count] = [at, 0];
    const first = frameIn(block.subarray(at, at + 4));
    for (let frame = first; frame !== null; frame = frameIn(block.subarray(position, position + 4))) {
      if (frame.samplesPerSecond !== first?.samplesPerSecond) break;
      if (++count === framesInRow) return at;
      position += frame.bytes;
    }
  }
  return -1;
}

/** Skips tags and the zeros that some writers pad with. A stream recording begins within a frame. */
export async function firstFrame(bytes: ByteSource): Promise<number> {
  let position = 0;
  for (let tags = 0; position < bytes.size && tags < mostTags; ) {
    const block = await bytes.read(position, blockBytes);
    const sign = block.findIndex((byte) => byte !== 0);
    position += sign < 0 ? block.length : sign;
    if (sign < 0) continue;
    const head = await bytes.read(position, 10);
    if (latin(head, 0, 3) !== 'ID3') break;
    const at = (index: number): number => head[index] ?? 0;
    tags++;
    position += 10 + ((at(6) << 21) | (at(7) << 14) | (at(8) << 7) | at(9));
  }
  const block = await bytes.read(position, blockBytes);
  return frameIn(block) === null ? position + Math.max(0, soundAt(block)) : position;
}

/** Null: not a frame header of layer III. */
function frameIn(head: Uint8Array): Frame | null {
  if (head.length < 4) return null;
  const header = view(head).getUint32(0);
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== 1) return null;
  const version = (header >>> 19) & 3; // 3 = MPEG 1, 2 = MPEG 2, 0 = MPEG 2.5
  const rate = [44_100, 48_000, 32_000][(header >>> 10) & 3];
  const kilobits = kilobitsOf[version === 3 ? 1 : 2][(header >>> 12) & 15];
  if (version === 1 || rate === undefined || !kilobits) return null;
  const samplesPerSecond = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const samples = version === 3 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return {
    bytes: Math.floor(((samples / 8) * kilobits * 1000) / samplesPerSecond) + padding,
    samples,
    samplesPerSecond,
  };
}
