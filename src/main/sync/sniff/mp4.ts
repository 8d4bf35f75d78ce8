import { type ByteSource, latin, view } from './byte-source.ts';

export interface Movie {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** A box reaches beyond the end of the file: bytes are missing. */
  readonly cutShort: boolean;
}

interface Box {
  readonly type: string;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** A hostile file must not keep us busy: no real one has more boxes on a level. */
const mostBoxes = 10_000;
const mostTracks = 64;

/** Reads box headers only, wherever they are, so a 10 GB file costs a few small reads. */
export async function readMp4(bytes: ByteSource): Promise<Movie> {
  const top = await boxes(bytes, 0, bytes.size);
  const cutShort = top.some((box) => box.end > bytes.size);
  const movie: Mutable<Movie> = {
    durationMs: null,
    width: null,
    height: null,
    hasVideo: false,
    hasAudio: false,
    cutShort,
  };
  const moov = top.find((box) => box.type === 'moov');
  if (!moov || moov.end > bytes.size) return movie;

  const inner = await boxes(bytes, moov.start, moov.end);
  const mvhd = inner.find((box) => box.type === 'mvhd');
  const header = mvhd ? await readDuration(bytes, mvhd) : null;
  movie.durationMs = header?.durationMs ?? null;
  if (movie.durationMs === null && header) {
    movie.durationMs = await fragmentedDuration(bytes, inner, top, header.timescale);
  }
  for (const track of inner.filter((box) => box.type === 'trak').slice(0, mostTracks)) {
    await readTrack(bytes, track, movie);
  }
  return movie;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

async function boxes(bytes: ByteSource, from: number, to: number): Promise<Box[]> {
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

/** The common beginning of `mvhd` and `mdhd`. A duration of all ones means that it is not known. */
async function readDuration(
  bytes: ByteSource,
  box: Box,
): Promise<{ timescale: number; durationMs: number | null }> {
  const numbers = view(await bytes.read(box.start, 32));
  const long = numbers.getUint8(0) === 1;
  const timescale = numbers.getUint32(long ? 20 : 12);
  const units = long ? Number(numbers.getBigUint64(24)) : numbers.getUint32(16);
  const known = units > 0 && units !== 0xffff_ffff && units < Number.MAX_SAFE_INTEGER;
  return { timescale, durationMs: known ? milliseconds(units, timescale) : null };
}

/** Files made for streaming keep their length in `mehd`, or as the sum of what `sidx` lists. */
async function fragmentedDuration(
  bytes: ByteSource,
  inMovie: readonly Box[],
  top: readonly Box[],
  timescale: number,
): Promise<number | null> {
  const mvex = inMovie.find((box) => box.type === 'mvex');
  const mehd = mvex && (await boxes(bytes, mvex.start, mvex.end)).find((box) => box.type === 'mehd');
  if (mehd) {
    const numbers = view(await bytes.read(mehd.start, 12));
    const units = numbers.getUint8(0) === 1 ? Number(numbers.getBigUint64(4)) : numbers.getUint32(4);
    return milliseconds(units, timescale);
  }
  const sidx = top.find((box) => box.type === 'sidx');
  return sidx
    ? indexedDuration(await bytes.read(sidx.start, Math.min(sidx.end - sidx.start, 1 << 20)))
    : null;
}

function indexedDuration(sidx: Uint8Array): number | null {
  const numbers = view(sidx);
  const timescale = numbers.getUint32(8);
  let position = numbers.getUint8(0) === 0 ? 20 : 28;
  const count = numbers.getUint16(position + 2);
  position += 4;
  let units = 0;
  for (let index = 0; index < count; index++, position += 12) units += numbers.getUint32(position + 4);
  return milliseconds(units, timescale);
}

async function readTrack(bytes: ByteSource, track: Box, movie: Mutable<Movie>): Promise<void> {
  const inner = await boxes(bytes, track.start, track.end);
  const media = inner.find((box) => box.type === 'mdia');
  const handler = media && (await boxes(bytes, media.start, media.end)).find((box) => box.type === 'hdlr');
  if (!handler) return;
  const kind = latin(await bytes.read(handler.start, 12), 8, 12);
  if (kind === 'soun') movie.hasAudio = true;
  if (kind !== 'vide') return;
  movie.hasVideo = true;
  const tkhd = inner.find((box) => box.type === 'tkhd');
  if (!tkhd) return;
  const numbers = view(await bytes.read(tkhd.start, tkhd.end - tkhd.start > 200 ? 0 : tkhd.end - tkhd.start));
  // Width and height are the last two fields, as fixed-point numbers.
  movie.width ??= numbers.getUint16(numbers.byteLength - 8);
  movie.height ??= numbers.getUint16(numbers.byteLength - 4);
}

function milliseconds(units: number, timescale: number): number | null {
  const value = Math.round((units / timescale) * 1000);
  return Number.isFinite(value) && value > 0 ? value : null;
}
