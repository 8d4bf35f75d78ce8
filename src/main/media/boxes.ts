import { type ByteSource, latin, view } from './byte-source.ts';

/** The unit of MP4 and QuickTime files. */
export interface Box {
  readonly type: string;
  /** Range of its content; the end may lie beyond the file. */
  readonly start: number;
  readonly end: number;
}

/** Bounds the work for a hostile file: real ones have fewer boxes on a level. */
const mostBoxes = 10_000;

/** The boxes of one level. Reads only their headers, so 10 GB cost a few small reads. */
export async function boxesIn(bytes: ByteSource, from: number, to: number): Promise<readonly Box[]> {
  const found: Box[] = [];
  let position = from;
  while (position + 8 <= to && found.length < mostBoxes) {
    const head = await bytes.read(position, 16);
    const numbers = view(head);
    const short = numbers.getUint32(0);
    const headLength = short === 1 ? 16 : 8;
    const length = short === 0 ? to - position : short === 1 ? Number(numbers.getBigUint64(8)) : short;
    if (length < headLength) break;
    found.push({ type: latin(head, 4, 8), start: position + headLength, end: position + length });
    position += length;
  }
  return found;
}

/** The boxes of this type inside another one. */
export async function inner(bytes: ByteSource, box: Box, type: string): Promise<readonly Box[]> {
  return (await boxesIn(bytes, box.start, box.end)).filter((each) => each.type === type);
}

/** The first box along this path of types, or null. */
export async function down(bytes: ByteSource, box: Box, types: readonly string[]): Promise<Box | null> {
  let at: Box | undefined = box;
  for (const type of types) at = at && (await inner(bytes, at, type))[0];
  return at ?? null;
}
