import type { ByteSource } from './byte-source.ts';
import { children, type Element, first, float, id, unsigned } from './ebml.ts';
import { lastBlockMs } from './matroska-length.ts';

export interface Matroska {
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Bytes are missing at its end. */
  readonly cutShort: boolean;
}

const unknown = { durationMs: null, width: null, height: null, hasVideo: false, hasAudio: false };

/** WebM and Matroska: a segment with its information, its tracks and then clusters of frames. */
export async function readMatroska(bytes: ByteSource): Promise<Matroska> {
  const segment = first(await children(bytes, { start: 0, end: bytes.size }), id.segment);
  if (segment === null) return { ...unknown, cutShort: true };
  // Information and tracks stand before the first cluster.
  const before = await children(bytes, segment, id.cluster);
  const info = first(before, id.info);
  const tracks = first(before, id.tracks);
  // A segment of unknown size ends with the file, wherever that may be.
  const lasts = segment.isOpen ? before : [segment, ...before];
  const cutShort = lasts.some((element) => !element.isOpen && element.end > bytes.size);
  if (tracks === null) return { ...unknown, cutShort };
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

async function readTracks(
  bytes: ByteSource,
  tracks: Element,
): Promise<Pick<Matroska, 'width' | 'height' | 'hasVideo' | 'hasAudio'>> {
  let [hasVideo, hasAudio] = [false, false];
  let size: Pick<Matroska, 'width' | 'height'> | null = null;
  for (const entry of (await children(bytes, tracks)).filter((each) => each.id === id.trackEntry)) {
    const fields = await children(bytes, entry);
    const typeField = first(fields, id.trackType);
    const type = typeField ? await unsigned(bytes, typeField) : 0;
    hasVideo ||= type === trackTypes.video;
    hasAudio ||= type === trackTypes.audio;
    const video = type === trackTypes.video ? first(fields, id.video) : null;
    if (video) size ??= await videoSize(bytes, video);
  }
  return { ...(size ?? { width: null, height: null }), hasVideo, hasAudio };
}

async function videoSize(bytes: ByteSource, video: Element): Promise<Pick<Matroska, 'width' | 'height'>> {
  const fields = await children(bytes, video);
  const width = first(fields, id.pixelWidth);
  const height = first(fields, id.pixelHeight);
  return {
    width: width ? await unsigned(bytes, width) : null,
    height: height ? await unsigned(bytes, height) : null,
  };
}
