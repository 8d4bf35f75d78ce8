import { type Box, boxesIn, inner } from './boxes.ts';
import { type ByteSource, latin, view } from './byte-source.ts';
import { fragmentedMs } from './mp4-fragments.ts';
import { readLength } from './mp4-length.ts';

export interface Movie {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Bytes are missing at its end. */
  readonly cutShort: boolean;
}

const mostTracks = 64;

/** What these carry is the movie. Anything else that reaches beyond the end is a trailer of another format. */
const essential = ['moov', 'moof', 'mdat'];

/** Null: it has boxes, but no movie. */
export async function readMp4(bytes: ByteSource): Promise<Movie | null> {
  const top = await boxesIn(bytes, 0, bytes.size);
  const cutShort = top.some(({ type, end }) => end > bytes.size && essential.includes(type));
  const unknown = { durationMs: null, width: null, height: null, hasVideo: false, hasAudio: false };
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) return cutShort ? { ...unknown, cutShort } : null;
  if (moov.end > bytes.size) return { ...unknown, cutShort };

  const parts = await boxesIn(bytes, moov.start, moov.end);
  const tracks = parts.filter(({ type }) => type === 'trak').slice(0, mostTracks);
  const kinds = await Promise.all(tracks.map((track) => readTrack(bytes, track)));
  const video = kinds.find((track) => track?.kind === 'vide');
  const mvhd = parts.find(({ type }) => type === 'mvhd');
  const header = mvhd ? await readLength(bytes, mvhd) : null;
  return {
    // What the header says of a fragmented movie is at most the length of its beginning.
    durationMs: (await fragmentedMs(bytes, moov, top, header?.timescale ?? 0)) ?? header?.durationMs ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    hasVideo: video !== undefined,
    hasAudio: kinds.some((track) => track?.kind === 'soun'),
    cutShort,
  };
}

interface Track {
  readonly kind: string;
  readonly width: number | null;
  readonly height: number | null;
}

async function readTrack(bytes: ByteSource, track: Box): Promise<Track | null> {
  const parts = await boxesIn(bytes, track.start, track.end);
  const media = parts.find(({ type }) => type === 'mdia');
  const [handler] = media ? await inner(bytes, media, 'hdlr') : [];
  if (!handler) return null;
  const kind = latin(await bytes.read(handler.start, 12), 8, 12);
  const tkhd = parts.find(({ type }) => type === 'tkhd');
  const length = tkhd ? tkhd.end - tkhd.start : 0;
  if (tkhd === undefined || length < 8 || length > 200) return { kind, width: null, height: null };
  const numbers = view(await bytes.read(tkhd.start, length));
  // Width and height are the last two fields, as fixed-point numbers.
  return { kind, width: numbers.getUint16(length - 8), height: numbers.getUint16(length - 4) };
}
