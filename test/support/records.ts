import type { Edition, EditionPlaylist } from '../../src/main/edition/edition.ts';
import type { EntryRecord, MediaFileRecord } from '../../src/main/edition/records.ts';
import { openSettings } from '../../src/main/sync/assignment.ts';
import { identify } from '../../src/main/sync/canonical.ts';

/** Records for tests: every field has a playable value; a test overrides what it is about. */
export const source = 'cms.example/api/v1.0 playlist 1';

/** Shows the media file `m<id>` by default. */
export function entry(id: string, fields: Partial<EntryRecord> = {}): EntryRecord {
  const nested = fields.nestedPlaylistId !== undefined && fields.nestedPlaylistId !== null;
  return {
    id,
    index: 0,
    duration: 10,
    sound: false,
    playRule: 'always',
    startDate: null,
    endDate: null,
    startTime: null,
    endTime: null,
    weekdays: 0,
    mediaFileId: nested ? null : `m${id}`,
    nestedPlaylistId: null,
    deletedAt: null,
    transition: null,
    unreadable: null,
    ...fields,
  };
}

export function mediaFile(id: string, fields: Partial<MediaFileRecord> = {}): MediaFileRecord {
  return {
    id,
    name: `File ${id}`,
    status: 'converted',
    kind: 'image',
    mimeType: null,
    extension: null,
    durationMs: null,
    width: null,
    height: null,
    updatedAt: null,
    deletedAt: null,
    download: download(id),
    page: null,
    folderId: null,
    ...fields,
  };
}

type Download = NonNullable<MediaFileRecord['download']>;

export function download(id: string, fields: Partial<Download> = {}): Download {
  return {
    url: `http://cms.example/${id}?signed=1`,
    hashes: [],
    size: null,
    marker: `marker ${id}`,
    ...fields,
  };
}

export function playlist(
  id: string,
  entries: readonly EntryRecord[],
  fields: Partial<EditionPlaylist> = {},
): EditionPlaylist {
  return { id, name: `List ${id}`, shuffled: false, deletedAt: null, entries, ...fields };
}

/** Screen 1 plays the first playlist. Missing media files of entries are added. */
export function edition(
  playlists: readonly EditionPlaylist[],
  mediaFiles: readonly MediaFileRecord[] = [],
  fields: Partial<Omit<Edition, 'id'>> = {},
): Edition {
  const named = playlists.flatMap((list) => list.entries.flatMap((item) => item.mediaFileId ?? []));
  const made = [...new Set(named)].map((id) => mediaFile(id));
  return identify({
    source,
    settings: openSettings,
    screens: { '1': playlists[0]?.id ?? '' },
    playlists: Object.fromEntries(playlists.map((list) => [list.id, list])),
    mediaFiles: Object.fromEntries([...made, ...mediaFiles].map((file) => [file.id, file])),
    ...fields,
  });
}

/** An edition that shows these media files in order. */
export function editionOf(files: readonly (string | MediaFileRecord)[], of = source): Edition {
  const records = files.map((file) => (typeof file === 'string' ? mediaFile(file) : file));
  const entries = records.map((file, index) => entry(`entry ${file.id}`, { index, mediaFileId: file.id }));
  return edition([playlist('p', entries)], records, { source: of });
}
