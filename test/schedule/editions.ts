import type { EntryRecord, MediaFileRecord } from '../../src/main/cms/records.ts';
import type { ScheduleInput } from '../../src/main/schedule/evaluate.ts';
import type { Edition, EditionPlaylist } from '../../src/main/sync/edition.ts';
import type { HeldObject, Holdings } from '../../src/main/sync/ports.ts';

/** Editions for tests: every field of a record has a value that lets it play. */
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

export function media(id: string, fields: Partial<MediaFileRecord> = {}): MediaFileRecord {
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
    download: null,
    page: null,
    folderId: null,
    ...fields,
  };
}

export function held(id: string, fields: Partial<HeldObject> = {}): HeldObject {
  return {
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 100,
    height: 100,
    sha256: `sha-of-${id}`,
    bytes: 1000,
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

/** The first playlist is what screen 1 plays. Media files named by entries are made where they are not given. */
export function edition(
  playlists: readonly EditionPlaylist[],
  mediaFiles: readonly MediaFileRecord[] = [],
): Edition {
  const named = playlists.flatMap((list) => list.entries.flatMap((item) => item.mediaFileId ?? []));
  const made = [...new Set(named)].map((id) => media(id));
  return {
    id: 'edition',
    source: 'test',
    settings: {
      timeZone: null,
      rotation: null,
      volume: null,
      screenScale: null,
      updateInterval: null,
      region: null,
      ticker: null,
    },
    screens: { '1': playlists[0]?.id ?? '' },
    playlists: Object.fromEntries(playlists.map((list) => [list.id, list])),
    mediaFiles: Object.fromEntries([...made, ...mediaFiles].map((file) => [file.id, file])),
  };
}

/** Every file of the edition is in the store, unless it is left out. */
export function holdings(from: Edition, missing: readonly string[] = []): Holdings {
  const ids = Object.keys(from.mediaFiles).filter((id) => !missing.includes(id));
  return { objects: new Map(ids.map((id) => [id, held(id)])), putAside: new Map() };
}

export function scheduleInput(from: Edition, fields: Partial<ScheduleInput> = {}): ScheduleInput {
  return {
    edition: from,
    screenId: '1',
    zone: 'UTC',
    holdings: holdings(from),
    clockTrusted: true,
    defaultTransition: { kind: 'cut', durationMs: 0 },
    ...fields,
  };
}
