import { knownExtension, mediaTypes } from '../../../shared/media-types.ts';
import type { MediaFileRecord, MediaKind } from '../../edition/records.ts';
import { decodeDownload, type MediaFileNeeds } from './download.ts';
import { asObject, type Raw } from './fields.ts';
import { decodeWebPage } from './web-page.ts';

export function decodeMediaFile(record: unknown, needs: MediaFileNeeds): MediaFileRecord {
  const raw = asObject(record);
  const { mediaFile: fields, attachable: fileFields } = needs;
  // A server that nests nothing has the fields of the file on the record itself.
  const file = fields.object(raw, 'attachable') ?? raw;
  return {
    id: fields.id(raw),
    name: fields.name(raw),
    status: status(raw, file, needs),
    ...content(raw, file, needs),
    width: positive(fileFields.looseNumber(file, 'width')),
    height: positive(fileFields.looseNumber(file, 'height')),
    updatedAt: fields.filledText(raw, 'updated_at') ?? fileFields.filledText(file, 'updated_at'),
    deletedAt: fields.filledText(raw, 'deleted_at'),
    folderId: fields.reference(raw, 'media_file_id_as_parent_directory'),
  };
}

type Content = Pick<
  MediaFileRecord,
  'kind' | 'mimeType' | 'extension' | 'durationMs' | 'download' | 'page' | 'nestedPlaylistId' | 'drawnBy'
>;

const nothing = { mimeType: null, extension: null, durationMs: null, download: null, page: null };

/** What is attached. */
function content(raw: Raw, file: Raw, needs: MediaFileNeeds): Content {
  switch (attachableType(raw, file, needs)) {
    case 'file':
      return fileContent(raw, file, needs);
    case 'page':
      return { ...nothing, kind: 'page', page: decodeWebPage(file, needs.attachable) };
    case 'folder':
      return { ...nothing, kind: 'folder' };
    case 'playlist': {
      const nestedPlaylistId = needs.mediaFile.reference(raw, 'attachable_id', 'attachable');
      const nested = { ...nothing, kind: 'unsupported' } as const;
      return nestedPlaylistId === null ? nested : { ...nested, nestedPlaylistId };
    }
    case 'template':
      return drawn('Template', raw, needs);
    case 'content':
      return drawn('Content', raw, needs);
    case 'other':
      return { ...nothing, kind: 'unsupported' };
  }
}

/** The CMS publishes no format for it, only a thumbnail, which is shown instead. */
function drawn(drawnBy: 'Template' | 'Content', raw: Raw, needs: MediaFileNeeds): Content {
  const { mediaFile: fields } = needs;
  const extension = fields.filledText(raw, 'thumbnail_extension')?.toLowerCase() ?? null;
  const mark = fields.filledText(raw, 'thumbnail_hash') ?? fields.filledText(raw, 'updated_at') ?? '';
  const url = new URL(`mediafile/${encodeURIComponent(fields.id(raw))}/thumbnail`, needs.baseUrl).href;
  return {
    ...nothing,
    kind: 'image',
    mimeType: fields.filledText(raw, 'thumbnail_mime_type')?.toLowerCase() ?? null,
    extension: extension !== null && knownExtension(extension) !== null ? extension : null,
    download: { url, hashes: [], size: null, marker: `thumbnail|${mark}|${url}` },
    drawnBy,
  };
}

function fileContent(raw: Raw, file: Raw, needs: MediaFileNeeds): Content {
  const mimeType = needs.attachable.filledText(file, 'mime_type')?.toLowerCase() ?? null;
  const extension = extensionOf(raw, file, needs);
  const seconds = positive(needs.attachable.looseNumber(file, 'duration'));
  return {
    kind: declaredKind(mimeType, extension, needs.mediaFile.filledText(raw, 'type'), seconds !== null),
    mimeType,
    extension,
    durationMs: seconds === null ? null : Math.round(seconds * 1000),
    download: decodeDownload(raw, file, extension, needs),
    page: null,
  };
}

type AttachableType = 'file' | 'page' | 'folder' | 'playlist' | 'template' | 'content' | 'other';

/** Named like `PhysicalFile`, `App\Models\PhysicalFile` or `physical_file`; if absent, the fields decide. */
function attachableType(raw: Raw, file: Raw, needs: MediaFileNeeds): AttachableType {
  const given = needs.mediaFile.filledText(raw, 'attachable_type');
  if (given !== null) {
    const short = given
      .replace(/^.*[\\/.:]/, '')
      .replaceAll(/[_\s-]/g, '')
      .toLowerCase();
    if (short === 'physicalfile' || short === 'file') return 'file';
    if (short === 'website' || short === 'webpage') return 'page';
    if (short === 'folder' || short === 'directory') return 'folder';
    if (short === 'playlist') return 'playlist';
    if (short === 'template' || short === 'content') return short;
    return 'other';
  }
  const hasFile = needs.attachable.has(
    file,
    'mime_type',
    'original_extension',
    'extension',
    'file_hash',
    'file_size',
    'download_url',
    'file_url',
  );
  if (hasFile) return 'file';
  if (needs.attachable.has(file, 'url')) return 'page';
  // A folder declares that nothing is attached. A record that does not mention it, or is named like a picture, is taken for
  // a file, whose bytes will decide its kind.
  const isFile = nameExtension(raw, needs) !== null || !needs.mediaFile.mentions(raw, 'attachable_type');
  return isFile ? 'file' : 'folder';
}

function status(raw: Raw, file: Raw, needs: MediaFileNeeds): MediaFileRecord['status'] {
  const value = needs.mediaFile.looseNumber(raw, 'status') ?? needs.attachable.looseNumber(file, 'status');
  return (['waiting', 'converting', 'failed', 'converted'] as const)[value ?? -1] ?? null;
}

function extensionOf(raw: Raw, file: Raw, needs: MediaFileNeeds): string | null {
  const given =
    needs.attachable.filledText(file, 'extension', 'original_extension') ??
    /\.([a-z0-9]{1,10})$/i.exec(needs.attachable.filledText(file, 'original_name') ?? '')?.[1] ??
    nameExtension(raw, needs);
  const short = given?.replace(/^\./, '').toLowerCase() ?? null;
  return short !== null && /^[a-z0-9]{1,10}$/.test(short) ? short : null;
}

/** A name is for people: what follows its full stop is a file type only if there is such a type. */
function nameExtension(raw: Raw, needs: MediaFileNeeds): string | null {
  const name = needs.mediaFile.filledText(raw, 'name') ?? '';
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return knownExtension(extension) === null ? null : extension;
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

/** The declared kind of a file. Once it is here, its bytes decide. */
function declaredKind(
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
