import { knownExtension, mediaTypes } from '../../../shared/media-types.ts';
import type { MediaKind } from '../../edition/records.ts';

/** The declared kind of a file. Once it is here, its bytes decide. */
export function declaredKind(
  mimeType: string | null,
  extension: string | null,
  type: string | null,
  hasDuration: boolean,
): MediaKind {
  const essence = mimeType?.replace(/;.*$/s, '').trim() ?? '';
  if (essence === 'application/pdf') return 'pdf';
  if (essence === 'text/plain') return 'text';
  const family =
    /^(image|video|audio)\//.exec(essence)?.[1] ?? /^(image|video|audio)$/i.exec(type ?? '')?.[1];
  if (family !== undefined) return family.toLowerCase() as 'image' | 'video' | 'audio';
  const known = knownExtension(extension ?? '');
  if (known !== null) return mediaTypes[known].kind;
  const saysNothing = (essence === '' || essence === 'application/octet-stream') && extension === null;
  if (!saysNothing) return 'unsupported';
  return hasDuration ? 'video' : 'image';
}
