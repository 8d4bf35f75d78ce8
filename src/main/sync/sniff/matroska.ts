import { type ByteSource, view } from './byte-source.ts';

export interface Matroska {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

const segmentId = 0x18538067;
const infoId = 0x1549a966;
const tracksId = 0x1654ae6b;
const trackEntryId = 0xae;
const videoId = 0xe0;
const clusterId = 0x1f43b675;
const mostElements = 10_000;

/** WebM and Matroska: length from the segment's information, size from the first video track. */
export async function readMatroska(bytes: ByteSource): Promise<Matroska> {
  const top = await elements(bytes, 0, bytes.size);
  const segment = top.find((element) => element.id === segmentId);
  if (!segment) return { durationMs: null, width: null, height: null };
  // Information and tracks stand before the first cluster of frames.
  const inner = await elements(bytes, segment.start, segment.end, clusterId);
  const info = inner.find((element) => element.id === infoId);
  const tracks = inner.find((element) => element.id === tracksId);
  return {
    durationMs: info ? await duration(bytes, info) : null,
    ...(tracks ? await videoSize(bytes, tracks) : { width: null, height: null }),
  };
}

async function duration(bytes: ByteSource, info: Element): Promise<number | null> {
  let nanosecondsPerUnit = 1_000_000;
  let units: number | null = null;
  for (const element of await elements(bytes, info.start, info.end)) {
    if (element.id === 0x2ad7b1) nanosecondsPerUnit = await unsigned(bytes, element);
    if (element.id === 0x4489) units = await float(bytes, element);
  }
  const value = units === null ? Number.NaN : Math.round((units * nanosecondsPerUnit) / 1e6);
  return Number.isFinite(value) && value > 0 ? value : null;
}

async function videoSize(bytes: ByteSource, tracks: Element): Promise<Pick<Matroska, 'width' | 'height'>> {
  for (const entry of await elements(bytes, tracks.start, tracks.end)) {
    if (entry.id !== trackEntryId) continue;
    const video = (await elements(bytes, entry.start, entry.end)).find((element) => element.id === videoId);
    if (!video) continue;
    const fields = await elements(bytes, video.start, video.end);
    const width = fields.find((element) => element.id === 0xb0);
    const height = fields.find((element) => element.id === 0xba);
    if (width && height) {
      return { width: await unsigned(bytes, width), height: await unsigned(bytes, height) };
    }
  }
  return { width: null, height: null };
}

/** The elements of one level, up to and including the first one with the id to stop at. */
async function elements(bytes: ByteSource, from: number, to: number, stopAt?: number): Promise<Element[]> {
  const found: Element[] = [];
  let position = from;
  while (position + 2 <= to && found.length < mostElements) {
    const head = await bytes.read(position, 12);
    const idLength = lengthOf(head[0] ?? 0);
    const sizeLength = lengthOf(head[idLength] ?? 0);
    if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) break;
    const id = number(head.subarray(0, idLength));
    const size = sizeIn(head.subarray(idLength, idLength + sizeLength));
    const start = position + idLength + sizeLength;
    const end = Math.min(to, start + size);
    found.push({ id, start, end });
    if (id === stopAt) break;
    position = end;
  }
  return found;
}

/** The number of leading zero bits of the first byte tells how many bytes follow it. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

/** Without the bit that tells its length. All ones: a live recording did not know how long it would get. */
function sizeIn(bytes: Uint8Array): number {
  const [first = 0, ...rest] = bytes;
  const value = first & (0xff >> bytes.length);
  const isUnknown = value === 0xff >> bytes.length && rest.every((byte) => byte === 0xff);
  // The bit must go before the sum is made: with it, eight bytes are more than a number can hold exactly.
  return isUnknown ? Number.POSITIVE_INFINITY : number([value, ...rest]);
}

function number(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

async function unsigned(bytes: ByteSource, element: Element): Promise<number> {
  return number(await bytes.read(element.start, Math.min(8, element.end - element.start)));
}

async function float(bytes: ByteSource, element: Element): Promise<number> {
  const numbers = view(await bytes.read(element.start, element.end - element.start === 8 ? 8 : 4));
  return numbers.byteLength === 8 ? numbers.getFloat64(0) : numbers.getFloat32(0);
}
