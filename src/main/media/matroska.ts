import { type ByteSource, view } from './byte-source.ts';
import { children, type Element, elementAt, first, float, id, unsigned } from './ebml.ts';
import { type Film, unknownFilm } from './film.ts';
import { trackCodec } from './matroska-codec.ts';

/** WebM and Matroska: a segment with its information, its tracks and then clusters of frames. */
export async function readMatroska(bytes: ByteSource): Promise<Film> {
  const segment = first(await children(bytes, { start: 0, end: bytes.size }), id.segment);
  if (segment === null) return { ...unknownFilm, cutShort: true };
  // Information and tracks precede the first cluster.
  const before = await children(bytes, segment, id.cluster);
  const info = first(before, id.info);
  const tracks = first(before, id.tracks);
  // A segment of unknown size ends with the file.
  const lasts = segment.isOpen ? before : [segment, ...before];
  const cutShort = lasts.some((element) => !element.isOpen && element.end > bytes.size);
  if (tracks === null) return { ...unknownFilm, cutShort };
  const written = info ? await writtenMs(bytes, info) : { durationMs: null, nanosecondsPerUnit: 1_000_000 };
  return {
    ...(await readTracks(bytes, tracks)),
    durationMs: written.durationMs ?? (await lastBlockMs(bytes, segment, written.nanosecondsPerUnit)),
    cutShort,
  };
}

async function writtenMs(
  bytes: ByteSource,
  info: Element,
): Promise<{ readonly durationMs: number | null; readonly nanosecondsPerUnit: number }> {
  const fields = await children(bytes, info);
  const scale = first(fields, id.timecodeScale);
  const duration = first(fields, id.duration);
  const nanosecondsPerUnit = scale ? await unsigned(bytes, scale) : 1_000_000;
  const units = duration ? await float(bytes, duration) : Number.NaN;
  const value = Math.round((units * nanosecondsPerUnit) / 1e6);
  return { durationMs: Number.isFinite(value) && value > 0 ? value : null, nanosecondsPerUnit };
}

const trackTypes = { video: 1, audio: 2 };

type Tracks = Pick<Film, 'width' | 'height' | 'pictures' | 'sounds'>;

async function readTracks(bytes: ByteSource, tracks: Element): Promise<Tracks> {
  const pictures: (string | null)[] = [];
  const sounds: (string | null)[] = [];
  let size: Pick<Film, 'width' | 'height'> = { width: null, height: null };
  for (const entry of (await children(bytes, tracks)).filter((each) => each.id === id.trackEntry)) {
    const fields = await children(bytes, entry);
    const typeField = first(fields, id.trackType);
    const type = typeField ? await unsigned(bytes, typeField) : 0;
    if (type === trackTypes.audio) sounds.push(await trackCodec(bytes, fields));
    if (type !== trackTypes.video) continue;
    pictures.push(await trackCodec(bytes, fields));
    const video = first(fields, id.video);
    if (video && size.width === null) size = await videoSize(bytes, video);
  }
  return { ...size, pictures, sounds };
}

async function videoSize(bytes: ByteSource, video: Element): Promise<Pick<Film, 'width' | 'height'>> {
  const fields = await children(bytes, video);
  const width = first(fields, id.pixelWidth);
  const height = first(fields, id.pixelHeight);
  return {
    width: width ? await unsigned(bytes, width) : null,
    height: height ? await unsigned(bytes, height) : null,
  };
}

/** Twenty minutes of video and sound; a longer file without a duration stays unknown. */
const mostElements = 150_000;

/** Elements whose children are read as if they were on the same level. */
const containers: readonly number[] = [id.cluster, id.blockGroup];

/** Duration of an unfinished recording: the start of its last block. */
async function lastBlockMs(
  bytes: ByteSource,
  segment: Element,
  nanosecondsPerUnit: number,
): Promise<number | null> {
  let clusterUnits = 0;
  let lastUnits = 0;
  let position = segment.start;
  for (let count = 0; position < Math.min(segment.end, bytes.size); count++) {
    const element = count < mostElements ? await elementAt(bytes, position) : null;
    if (element === null) return null;
    if (element.id === id.timecode) clusterUnits = await unsigned(bytes, element);
    if (element.id === id.simpleBlock || element.id === id.block)
      lastUnits = Math.max(lastUnits, clusterUnits + (await blockUnits(bytes, element)));
    position = containers.includes(element.id) ? element.start : element.end;
  }
  const value = Math.round((lastUnits * nanosecondsPerUnit) / 1e6);
  return value > 0 ? value : null;
}

/** A block gives its start relative to its cluster, after the track number. */
async function blockUnits(bytes: ByteSource, block: Element): Promise<number> {
  const head = await bytes.read(block.start, 10);
  const trackLength = Math.clz32(head[0] ?? 0) - 23;
  return view(head).getInt16(trackLength);
}
