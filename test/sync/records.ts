import type { EntryRecord, MediaFileRecord } from '../../src/main/cms/records.ts';
import { identify } from '../../src/main/sync/canonical.ts';
import type { Edition } from '../../src/main/sync/edition.ts';

/** Plain records for tests of pure rules: what a test is about it names, the rest is ordinary. */
export function entry(values: Partial<EntryRecord> & { readonly id: string }): EntryRecord {
  return {
    index: 1,
    duration: 5,
    sound: false,
    playRule: 'always',
    startDate: null,
    endDate: null,
    startTime: null,
    endTime: null,
    weekdays: 0,
    mediaFileId: null,
    nestedPlaylistId: null,
    deletedAt: null,
    transition: null,
    unreadable: null,
    ...values,
  };
}

export function mediaFile(id: string, values: Partial<MediaFileRecord> = {}): MediaFileRecord {
  return {
    id,
    name: `file ${id}`,
    status: 'converted',
    kind: 'image',
    mimeType: null,
    extension: null,
    durationMs: null,
    width: null,
    height: null,
    updatedAt: null,
    deletedAt: null,
    download: { url: `http://cms.test/${id}?signed=1`, hashes: [], size: 100, marker: `marker-${id}` },
    page: null,
    folderId: null,
    ...values,
  };
}

/** The first playlist is what screen 1 plays. Every media file that is named exists. */
export function edition(
  playlists: Readonly<Record<string, readonly EntryRecord[]>>,
  values: Partial<Omit<Edition, 'id'>> = {},
): Edition {
  const ids = Object.values(playlists).flatMap((entries) =>
    entries.flatMap((each) => each.mediaFileId ?? []),
  );
  const settings = { timeZone: 'UTC', rotation: null, volume: null, screenScale: null };
  return identify({
    source: 'test',
    settings: { ...settings, updateInterval: null, region: null, ticker: null },
    screens: { '1': Object.keys(playlists)[0] ?? '' },
    playlists: Object.fromEntries(
      Object.entries(playlists).map(([id, entries]) => [
        id,
        { id, name: id, shuffled: false, deletedAt: null, entries },
      ]),
    ),
    mediaFiles: Object.fromEntries(ids.map((id) => [id, mediaFile(id)])),
    ...values,
  });
}
