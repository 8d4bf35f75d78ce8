import { isExtension } from '../../../shared/media-types.ts';
import type { ContentHash, Download, MediaFileRecord, WebPage } from '../../edition/records.ts';
import { type FieldReader, isObject, kindOf, type Raw, RefusedRecord } from './fields.ts';
import { declaredKind } from './media-kind.ts';

export interface MediaFileNeeds {
  readonly mediaFile: FieldReader;
  readonly attachable: FieldReader;
  /** Relative addresses count from here. */
  readonly baseUrl: string;
  readonly downloadPath: string;
}

export function decodeMediaFile(raw: unknown, needs: MediaFileNeeds): MediaFileRecord {
  if (!isObject(raw)) throw new RefusedRecord('', `is not an object (${kindOf(raw)})`);
  const fields = needs.mediaFile;
  const attached = fields.object(raw, 'attachable');
  // A server that nests nothing has the fields of the file on the record itself.
  const file = attached ?? raw;
  const fileFields = needs.attachable;
  const type = attachableType(raw, file, needs);
  const id = fields.id(raw);
  const mimeType = type === 'file' ? (fileFields.filledText(file, 'mime_type')?.toLowerCase() ?? null) : null;
  const extension = type === 'file' ? extensionOf(raw, file, needs) : null;
  const seconds = fileFields.looseNumber(file, 'duration');
  return {
    id,
    name: fields.text(raw, 'name', 'title') ?? '',
    status: status(raw, file, needs),
    kind:
      type === 'file'
        ? declaredKind(mimeType, extension, fields.filledText(raw, 'type'), seconds)
        : type === 'page'
          ? 'page'
          : type === 'folder'
            ? 'folder'
            : 'unsupported',
    mimeType,
    extension,
    durationMs: type === 'file' && seconds !== null && seconds > 0 ? Math.round(seconds * 1000) : null,
    width: positive(fileFields.looseNumber(file, 'width')),
    height: positive(fileFields.looseNumber(file, 'height')),
    updatedAt: fields.filledText(raw, 'updated_at') ?? fileFields.filledText(file, 'updated_at'),
    deletedAt: fields.filledText(raw, 'deleted_at'),
    download: type === 'file' ? download(id, raw, file, needs) : null,
    page: type === 'page' ? webPage(file, needs) : null,
    folderId: fields.reference(raw, 'media_file_id_as_parent_directory'),
    ...(type === 'playlist' ? nestedPlaylist(raw, fields) : {}),
  };
}

function nestedPlaylist(raw: Raw, fields: FieldReader): { readonly nestedPlaylistId?: string } {
  const nestedPlaylistId = fields.reference(raw, 'attachable_id', 'attachable');
  return nestedPlaylistId === null ? {} : { nestedPlaylistId };
}

type AttachableType = 'file' | 'page' | 'folder' | 'playlist' | 'other';

/** Named like `PhysicalFile`, `App\Models\PhysicalFile` or `physical_file`; if absent, the fields tell it. */
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
  // A folder says that nothing is attached. A record that does not mention it, or is named like a picture, is taken for
  // a file, and its bytes will tell what it is.
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
  return extension === 'jpeg' || isExtension(extension) ? extension : null;
}

function download(id: string, raw: Raw, file: Raw, needs: MediaFileNeeds): Download {
  const fields = needs.attachable;
  const converted = fields.filledText(file, 'converted_file_hash');
  const original = fields.filledText(file, 'file_hash');
  const size = fields.looseNumber(file, 'file_size');
  const url =
    ownAddress(raw, file, needs) ??
    fillPath(needs.downloadPath, needs.baseUrl, {
      id,
      attachable_id: needs.mediaFile.reference(raw, 'attachable_id', 'attachable') ?? '',
      file_hash: original ?? '',
      converted_file_hash: converted ?? original ?? '',
      extension: extensionOf(raw, file, needs) ?? '',
    });
  const given = [converted, original].filter((hash) => hash !== null);
  const hashes = given.map(contentHash);
  const known = hashes.filter((hash) => hash !== null);
  const updatedAt =
    needs.mediaFile.filledText(raw, 'updated_at') ?? fields.filledText(file, 'updated_at') ?? '';
  const wholeSize = size !== null && Number.isSafeInteger(size) && size > 0 ? size : null;
  const marker =
    known.length > 0 && known.length === given.length
      ? known.map(({ algorithm, hex }) => `${algorithm}:${hex}`).join('|')
      : `${given.join('|')}|${wholeSize ?? ''}|${updatedAt}|${url.replace(/[?#].*$/s, '')}`;
  return { url, hashes: unique(known), size: wholeSize, marker };
}

function ownAddress(raw: Raw, file: Raw, needs: MediaFileNeeds): string | null {
  const text =
    needs.mediaFile.filledText(raw, 'download_url', 'file_url', 'url') ??
    needs.attachable.filledText(file, 'download_url', 'file_url', 'url');
  if (text === null) return null;
  const url = URL.parse(text, needs.baseUrl);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RefusedRecord('download_url', `is not an http address (${kindOf(text)})`);
  }
  return url.href;
}

/** Each placeholder becomes one segment of the path, so that no name climbs out of its folder. */
function fillPath(path: string, baseUrl: string, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    if (value === '' || value === '.' || value === '..') {
      throw new RefusedRecord(name, 'is missing, but its download address needs it');
    }
    return encodeURIComponent(value);
  });
  return new URL(filled, baseUrl).href;
}

/** The length tells the algorithm, which is not published. Null: opaque, it only shows that something changed. */
function contentHash(text: string): ContentHash | null {
  const hex = /^(?:(?:md5|sha-?1|sha-?256)[:=-])?([0-9a-f]+)$/i.exec(text)?.[1]?.toLowerCase();
  const algorithm = hex === undefined ? undefined : algorithmByLength[hex.length];
  return hex === undefined || algorithm === undefined ? null : { algorithm, hex };
}

const algorithmByLength: Readonly<Record<number, ContentHash['algorithm']>> = {
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
};

function unique(hashes: readonly ContentHash[]): readonly ContentHash[] {
  return hashes.filter((hash, index) => hashes.findIndex(({ hex }) => hex === hash.hex) === index);
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function webPage(file: Raw, needs: MediaFileNeeds): WebPage {
  const address = needs.attachable.filledText(file, 'url');
  if (address === null) throw new RefusedRecord('attachable.url', 'is missing');
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new RefusedRecord('attachable.url', `is not an http address (${kindOf(address)})`);
  }
  return { address: url.href, headers: pageHeaders(needs.attachable.value(file, 'header', 'headers')) };
}

/** JSON text or an object. What is no header is left out, and the page is shown all the same. */
function pageHeaders(value: unknown): Readonly<Record<string, string>> {
  const parsed = typeof value === 'string' ? parseHeaderText(value) : value;
  if (!isObject(parsed)) return {};
  const valid = Object.entries(parsed)
    .filter(
      ([name, text]) =>
        /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && isHeaderText(text) && !forbidden.test(name),
    )
    .slice(0, 50);
  return Object.fromEntries(valid.map(([name, text]) => [name, String(text)]));
}

/** These change how a request travels and not what it says. */
const forbidden =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|__proto__)$/i;

function isHeaderText(value: unknown): boolean {
  return (
    (typeof value === 'string' && value.length <= 4096 && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) ||
    typeof value === 'number'
  );
}

function parseHeaderText(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
