import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFileRecord } from '../../../src/main/cms/records.ts';
import type { Edition } from '../../../src/main/sync/edition.ts';
import type { FinishedPart } from '../../../src/main/sync/ports.ts';

export const source = 'cms.example/api/v1.0 playlist 1';

/** Bytes that depend on the name only. */
export function bytesOf(name: string, size = 2_000): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0, block = 0; at < size; block++) {
    const digest = createHash('sha256').update(`${name} ${block}`).digest();
    bytes.set(digest.subarray(0, Math.min(digest.length, size - at)), at);
    at += digest.length;
  }
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface MediaOptions {
  readonly marker?: string;
  readonly hashes?: NonNullable<MediaFileRecord['download']>['hashes'];
}

export function mediaFile(id: string, options: MediaOptions = {}): MediaFileRecord {
  return {
    id,
    name: `file ${id}`,
    status: 'converted',
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: null,
    height: null,
    updatedAt: null,
    deletedAt: null,
    download: {
      url: `http://cms.example/${id}`,
      hashes: options.hashes ?? [],
      size: null,
      marker: options.marker ?? `marker ${id}`,
    },
    page: null,
    folderId: null,
  };
}

/** An edition that shows these media files in order. Its id is the hash of its content, as a real one's is. */
export function editionOf(files: readonly (string | MediaFileRecord)[], of = source): Edition {
  const records = files.map((file) => (typeof file === 'string' ? mediaFile(file) : file));
  const content: Omit<Edition, 'id'> = {
    source: of,
    settings: {
      timeZone: null,
      rotation: null,
      volume: null,
      screenScale: null,
      updateInterval: null,
      region: null,
      ticker: null,
    },
    screens: { '1': 'p' },
    playlists: {
      p: {
        id: 'p',
        name: 'Playlist',
        shuffled: false,
        deletedAt: null,
        entries: records.map((file, index) => ({
          id: `entry ${file.id}`,
          index,
          duration: 10,
          sound: false,
          playRule: 'always',
          startDate: null,
          endDate: null,
          startTime: null,
          endTime: null,
          weekdays: 0,
          mediaFileId: file.id,
          nestedPlaylistId: null,
          deletedAt: null,
          transition: null,
          unreadable: null,
        })),
      },
    },
    mediaFiles: Object.fromEntries(records.map((file) => [file.id, file])),
  };
  return { id: createHash('sha256').update(JSON.stringify(content)).digest('hex'), ...content };
}

/** What a download of this media file leaves when its bytes are verified. */
export async function finishedPart(
  partsFolder: string,
  id: string,
  options: { name?: string; marker?: string; size?: number; source?: string } = {},
): Promise<FinishedPart> {
  const bytes = bytesOf(options.name ?? id, options.size);
  const path = join(partsFolder, `part-${id}`);
  await writeFile(path, bytes);
  return {
    path,
    source: options.source ?? source,
    marker: options.marker ?? `marker ${id}`,
    mediaFileIds: [id],
    sha256: sha256Of(bytes),
    md5: createHash('md5').update(bytes).digest('hex'),
    sha1: null,
    bytes: bytes.length,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 16,
    height: 9,
  };
}
