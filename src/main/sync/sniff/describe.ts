import { mediaTypes } from '../../../shared/media-types.ts';
import type { ContentDescription } from '../../edition/holdings.ts';
import type { MediaKind } from '../../edition/records.ts';
import { audioDuration } from './audio.ts';
import type { ByteSource } from './byte-source.ts';
import { imageSize } from './image.ts';
import { headBytes, isPlainText, recognise } from './kind.ts';
import { readMatroska } from './matroska.ts';
import { readMp4 } from './mp4.ts';

export type Described =
  | { readonly accepted: true; readonly description: ContentDescription }
  | { readonly accepted: false; readonly reason: 'page' | 'unknown' | 'cut-short' };

interface Measures {
  readonly durationMs?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** What a finished download is, by its own bytes; they are hostile until this has accepted them. */
export async function describe(bytes: ByteSource, declared: MediaKind): Promise<Described> {
  const head = await bytes.read(0, headBytes);
  const recognised = recognise(head);
  if (recognised === 'html') return { accepted: false, reason: 'page' };
  if (recognised === 'unknown') {
    return declared === 'text' && isPlainText(head)
      ? accept('txt', {})
      : { accepted: false, reason: 'unknown' };
  }
  switch (mediaTypes[recognised].kind) {
    case 'image':
      return accept(recognised, (await measured(() => imageSize(recognised, bytes))) ?? {});
    case 'audio':
      if (recognised !== 'm4a') {
        return accept(recognised, { durationMs: await measured(() => audioDuration(recognised, bytes)) });
      }
      break;
    case 'pdf':
    case 'text':
      return accept(recognised, {});
  }
  if (recognised === 'webm' || recognised === 'mkv') {
    return accept(recognised, (await measured(() => readMatroska(bytes))) ?? {});
  }
  const movie = await measured(() => readMp4(bytes));
  if (movie?.cutShort) return { accepted: false, reason: 'cut-short' };
  return accept(movie && !movie.hasVideo && movie.hasAudio ? 'm4a' : recognised, movie ?? {});
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
