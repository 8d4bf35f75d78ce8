import { message } from '../../../shared/languages/message.ts';
import type { ContentHash, Download } from '../../edition/records.ts';
import { type FieldReader, httpAddress, type Raw, RefusedRecord } from './fields.ts';

export interface MediaFileNeeds {
  readonly mediaFile: FieldReader;
  readonly attachable: FieldReader;
  /** Relative addresses count from here. */
  readonly baseUrl: string;
  readonly downloadPath: string;
}

/** Address and identity of a media file's bytes. */
export function decodeDownload(
  raw: Raw,
  file: Raw,
  extension: string | null,
  { mediaFile, attachable, baseUrl, downloadPath }: MediaFileNeeds,
): Download {
  const converted = attachable.filledText(file, 'converted_file_hash');
  const original = attachable.filledText(file, 'file_hash');
  const address =
    mediaFile.filledText(raw, 'download_url', 'file_url', 'url') ??
    attachable.filledText(file, 'download_url', 'file_url', 'url');
  const url =
    address !== null
      ? httpAddress('download_url', address, baseUrl)
      : fillPath(downloadPath, baseUrl, {
          id: mediaFile.id(raw),
          attachable_id: mediaFile.reference(raw, 'attachable_id', 'attachable') ?? '',
          file_hash: original ?? '',
          converted_file_hash: converted ?? original ?? '',
          extension: extension ?? '',
        });
  const given = [converted, original].filter((hash) => hash !== null);
  const known = given.map(contentHash).filter((hash) => hash !== null);
  const updatedAt = mediaFile.filledText(raw, 'updated_at') ?? attachable.filledText(file, 'updated_at');
  const number = attachable.looseNumber(file, 'file_size');
  const size = number !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
  const marker =
    known.length > 0 && known.length === given.length
      ? known.map(({ algorithm, hex }) => `${algorithm}:${hex}`).join('|')
      : `${given.join('|')}|${size ?? ''}|${updatedAt ?? ''}|${url.replace(/[?#].*$/s, '')}`;
  return { url, hashes: unique(known), size, marker };
}

/** Each placeholder becomes one segment of the path, so that no name climbs out of its folder. */
function fillPath(path: string, baseUrl: string, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    if (value === '' || value === '.' || value === '..') {
      throw new RefusedRecord(name, message('cms.record.missing-for-download'));
    }
    return encodeURIComponent(value);
  });
  return new URL(filled, baseUrl).href;
}

/** Deduces the undocumented algorithm from the length. Null: opaque, useful only to detect a change. */
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
