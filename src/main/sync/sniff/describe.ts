import { mediaTypes } from '../../../shared/media-types.ts';
import type { ContentDescription } from '../../edition/holdings.ts';
import type { MediaKind } from '../../edition/records.ts';
import { audioDuration } from './audio.ts';
import type { ByteSource } from './byte-source.ts';
import { imageSize } from './image.ts';
import { headBytes, recognise } from './kind.ts';
import { readMatroska } from './matroska.ts';
import { readMp4 } from './mp4.ts';

export type Described =
  | { readonly accepted: true; readonly description: ContentDescription }
  | { readonly accepted: false; readonly reason: 'page' | 'unknown' | 'cut-short' | 'entities' };

interface Measures {
  readonly durationMs?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** What a finished download is, by its own bytes; they are hostile until this has accepted them. */
export async function describe(bytes: ByteSource, declared: MediaKind): Promise<Described> {
  const recognised = recognise(await bytes.read(0, headBytes), bytes.size, declared);
  if (recognised === 'unknown') return { accepted: false, reason: 'unknown' };
  if (recognised === 'html') return { accepted: false, reason: 'page' };
  if (recognised === 'svg-with-entities') return { accepted: false, reason: 'entities' };
  switch (recognised) {
    case 'mp4':
    case 'mov':
    case 'm4a':
      return describeMovie(bytes, recognised);
    case 'webm':
    case 'mkv':
      return describeMatroska(bytes, recognised);
  }
  switch (mediaTypes[recognised].kind) {
    case 'image':
      return accept(recognised, (await measured(() => imageSize(recognised, bytes))) ?? {});
    case 'audio':
      return accept(recognised, { durationMs: await measured(() => audioDuration(recognised, bytes)) });
    default:
      return accept(recognised, {});
  }
}

async function describeMovie(bytes: ByteSource, extension: 'mp4' | 'mov' | 'm4a'): Promise<Described> {
  const movie = await measured(() => readMp4(bytes));
  if (movie?.cutShort) return { accepted: false, reason: 'cut-short' };
  if (movie === null) return { accepted: false, reason: 'unknown' };
  if (!movie.hasVideo && movie.hasAudio) return accept('m4a', movie);
  return accept(extension === 'm4a' && movie.hasVideo ? 'mp4' : extension, movie);
}

async function describeMatroska(bytes: ByteSource, extension: 'webm' | 'mkv'): Promise<Described> {
  const matroska = await measured(() => readMatroska(bytes));
  if (matroska?.cutShort) return { accepted: false, reason: 'cut-short' };
  const soundOnly = matroska !== null && !matroska.hasVideo && matroska.hasAudio;
  if (soundOnly) return accept(extension === 'webm' ? 'weba' : 'mka', matroska);
  return accept(extension, matroska ?? {});
}

function accept(extension: keyof typeof mediaTypes, measures: Measures): Described {
  const { kind, mimeType } = mediaTypes[extension];
  const { durationMs = null, width = null, height = null } = measures;
  return { accepted: true, description: { kind, mimeType, extension, durationMs, width, height } };
}

/** A file may lie about its inner lengths: reading past its end means that its measures are not known. */
async function measured<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
