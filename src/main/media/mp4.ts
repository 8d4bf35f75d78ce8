import { type Box, boxesIn, down } from './boxes.ts';
import { type ByteSource, latin, view } from './byte-source.ts';
import { type Film, unknownFilm } from './film.ts';
import { sampleCodec } from './mp4-codec.ts';
import { fragmentedMs } from './mp4-fragments.ts';
import { readLength } from './mp4-length.ts';
import { samplesEnd } from './mp4-samples.ts';

const mostTracks = 64;

/** The boxes of the movie. Any other box beyond the end is a trailer of another format. */
const essential = ['moov', 'moof', 'mdat'];

/** Null: boxes without a movie. */
export async function readMp4(bytes: ByteSource): Promise<Film | null> {
  const top = await boxesIn(bytes, 0, bytes.size);
  const open = top.filter(({ type, end }) => end > bytes.size && essential.includes(type));
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) return open.length > 0 ? { ...unknownFilm, cutShort: true } : null;
  if (moov.end > bytes.size) return { ...unknownFilm, cutShort: true };

  const parts = await boxesIn(bytes, moov.start, moov.end);
  const tracks = parts.filter(({ type }) => type === 'trak').slice(0, mostTracks);
  const kinds = await Promise.all(tracks.map((track) => readTrack(bytes, track)));
  const isInFragments = top.some(({ type }) => type === 'moof');
  const cutShort = open.length > 0 && (isInFragments || !(await hasAllSamples(bytes, tracks)));
  const video = kinds.find((track) => track?.kind === 'vide');
  const mvhd = parts.find(({ type }) => type === 'mvhd');
  const header = mvhd ? await readLength(bytes, mvhd) : null;
  return {
    // The header of a fragmented movie gives at most the duration of its first part.
    durationMs: (await fragmentedMs(bytes, moov, top, header?.timescale ?? 0)) ?? header?.durationMs ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    pictures: codecsOf(kinds, 'vide'),
    sounds: codecsOf(kinds, 'soun'),
    cutShort,
  };
}

/** Some recorders announce more data than they write, although every sample is there. */
async function hasAllSamples(bytes: ByteSource, tracks: readonly Box[]): Promise<boolean> {
  const ends = await Promise.all(tracks.map((track) => samplesEnd(bytes, track)));
  return ends.length > 0 && ends.every((end) => end !== null && end <= bytes.size);
}

function codecsOf(tracks: readonly (Track | null)[], kind: string): readonly (string | null)[] {
  return tracks.flatMap((track) => (track?.kind === kind ? [track.codec] : []));
}

interface Track {
  readonly kind: string;
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

async function readTrack(bytes: ByteSource, track: Box): Promise<Track | null> {
  const parts = await boxesIn(bytes, track.start, track.end);
  const handler = await down(bytes, track, ['mdia', 'hdlr']);
  if (!handler) return null;
  const kind = latin(await bytes.read(handler.start, 12), 8, 12);
  const stsd = await down(bytes, track, ['mdia', 'minf', 'stbl', 'stsd']);
  const codec = stsd ? await sampleCodec(bytes, stsd, kind === 'vide') : null;
  const tkhd = parts.find(({ type }) => type === 'tkhd');
  const length = tkhd ? tkhd.end - tkhd.start : 0;
  if (tkhd === undefined || length < 8 || length > 200) return { kind, codec, width: null, height: null };
  const numbers = view(await bytes.read(tkhd.start, length));
  // Width and height are the last two fields, in fixed point.
  return { kind, codec, width: numbers.getUint16(length - 8), height: numbers.getUint16(length - 4) };
}
