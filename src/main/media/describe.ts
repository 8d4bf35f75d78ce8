import { type Extension, mediaTypes } from '../../shared/media-types.ts';
import type { ContentDescription } from '../edition/holdings.ts';
import type { MediaKind } from '../edition/records.ts';
import { audioDuration, packedCodec } from './audio.ts';
import type { ByteSource } from './byte-source.ts';
import { isDrawing } from './drawing.ts';
import { type Film, unknownFilm } from './film.ts';
import { imageSize } from './image.ts';
import { headBytes, recognise } from './kind.ts';
import { readMatroska } from './matroska.ts';
import { readMp4 } from './mp4.ts';
import { isWhole } from './whole.ts';

export type Described =
  | { readonly accepted: true; readonly description: ContentDescription }
  | { readonly accepted: false; readonly reason: 'page' | 'unknown' | 'cut-short' | 'damaged' | 'entities' };

interface Measures {
  readonly durationMs?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Identifies a finished download by its bytes, which are hostile until accepted here. */
export async function describe(bytes: ByteSource, declared: MediaKind): Promise<Described> {
  const recognised = recognise(await bytes.read(0, headBytes), bytes.size, declared);
  if (recognised === 'unknown') return { accepted: false, reason: 'unknown' };
  if (recognised === 'html') return { accepted: false, reason: 'page' };
  if (recognised === 'svg-with-entities') return { accepted: false, reason: 'entities' };
  switch (recognised) {
    case 'mp4':
    case 'mov':
    case 'm4a':
      return describeFilm(recognised, await measured(() => readMp4(bytes)));
    case 'webm':
    case 'mkv':
      return describeFilm(recognised, (await measured(() => readMatroska(bytes))) ?? unknownFilm);
  }
  if (!(await measured(() => isWhole(recognised, bytes)))) return { accepted: false, reason: 'cut-short' };
  if (recognised === 'svg' && !(await isDrawing(bytes))) return { accepted: false, reason: 'damaged' };
  if (mediaTypes[recognised].kind === 'image')
    return accept(recognised, (await measured(() => imageSize(recognised, bytes))) ?? {});
  const durationMs = await measured(() => audioDuration(recognised, bytes));
  return accept(recognised, { durationMs }, await packedCodec(recognised, bytes));
}

/** MIME types of files with sound only. */
const soundOnly = { mp4: 'm4a', mov: 'm4a', m4a: 'm4a', webm: 'weba', mkv: 'mka' } as const;

function describeFilm(extension: keyof typeof soundOnly, film: Film | null): Described {
  if (film === null) return { accepted: false, reason: 'unknown' };
  if (film.cutShort) return { accepted: false, reason: 'cut-short' };
  const { pictures, sounds } = film;
  if (pictures.length === 0 && sounds.length > 0) return accept(soundOnly[extension], film, sounds[0]);
  return accept(extension === 'm4a' && pictures.length > 0 ? 'mp4' : extension, film, pictures[0]);
}

/**
 * Appends the codec to the type, because the browser judges both. It plays the first track, so that one counts. An
 * unknown codec is left out, because it may be playable.
 */
function accept(
  extension: Extension,
  { durationMs = null, width = null, height = null }: Measures,
  codec: string | null = null,
): Described {
  const { kind, mimeType: plain } = mediaTypes[extension];
  const mimeType = codec === null ? plain : `${plain}; codecs="${codec}"`;
  return { accepted: true, description: { kind, mimeType, extension, durationMs, width, height } };
}

/** A file may lie about its inner lengths: after a read past its end its dimensions are unknown. */
async function measured<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
