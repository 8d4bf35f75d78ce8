import { type ByteSource, view } from './byte-source.ts';

/** The unit of WebM and Matroska files. */
export interface Element {
  readonly id: number;
  /** Range of its content; the end may lie beyond the file. */
  readonly start: number;
  readonly end: number;
  /** A live recording has an unknown size: it ends at the next element of its own level. */
  readonly isOpen: boolean;
}

export const id = {
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;

/** Bounds the work for a hostile file. */
const mostElements = 10_000;

/** The elements of one level, up to and including the first one with the stop id. */
export async function children(
  bytes: ByteSource,
  { start, end }: Pick<Element, 'start' | 'end'>,
  stopAt?: number,
): Promise<readonly Element[]> {
  const found: Element[] = [];
  let position = start;
  while (position + 2 <= Math.min(end, bytes.size) && found.length < mostElements) {
    const element = await elementAt(bytes, position);
    if (element === null) break;
    found.push(element);
    if (element.id === stopAt || element.isOpen) break;
    position = element.end;
  }
  return found;
}

export async function elementAt(bytes: ByteSource, position: number): Promise<Element | null> {
  const head = await bytes.read(position, 12);
  const idLength = lengthOf(head[0] ?? 0);
  const sizeLength = lengthOf(head[idLength] ?? 0);
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) return null;
  const start = position + idLength + sizeLength;
  const size = sizeIn(head.subarray(idLength, idLength + sizeLength));
  return {
    id: number(head.subarray(0, idLength)),
    start,
    end: start + (size ?? bytes.size - start),
    isOpen: size === null,
  };
}

export function first(elements: readonly Element[], wanted: number): Element | null {
  return elements.find((element) => element.id === wanted) ?? null;
}

export async function unsigned(bytes: ByteSource, { start, end }: Element): Promise<number> {
  return number(await bytes.read(start, Math.min(8, end - start)));
}

export async function float(bytes: ByteSource, { start, end }: Element): Promise<number> {
  const numbers = view(await bytes.read(start, end - start === 8 ? 8 : 4));
  return numbers.byteLength === 8 ? numbers.getFloat64(0) : numbers.getFloat32(0);
}

/** The leading zero bits of the first byte count the bytes that follow. */
function lengthOf(byte: number): number {
  return Math.clz32(byte) - 23;
}

/** Value without the length marker; null when all other bits are ones, which means unknown. */
function sizeIn(bytes: Uint8Array): number | null {
  const [head = 0, ...rest] = bytes;
  const value = head & (0xff >> bytes.length);
  const isUnknown = value === 0xff >> bytes.length && rest.every((byte) => byte === 0xff);
  // The marker must go first: with it, eight bytes exceed the exact range of a number.
  return isUnknown ? null : number([value, ...rest]);
}

function number(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
