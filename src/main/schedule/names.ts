import { type Edition, mediaFileOf, playlistOf } from '../edition/edition.ts';
import type { EntryRecord } from '../edition/records.ts';

const made = new WeakMap<Edition, ReadonlyMap<string, string>>();

/** Entry id → name of its media file or playlist, if known to the CMS. Built once for an edition. */
export function entryNames(edition: Edition): ReadonlyMap<string, string> {
  const kept = made.get(edition);
  if (kept) return kept;
  const names = new Map<string, string>();
  for (const { entries } of Object.values(edition.playlists)) {
    for (const { id, mediaFileId, nestedPlaylistId } of entries) {
      const shown =
        mediaFileId !== null
          ? mediaFileOf(edition, mediaFileId)
          : playlistOf(edition, nestedPlaylistId ?? '');
      if (shown) names.set(id, shown.name);
    }
  }
  made.set(edition, names);
  return names;
}

export type Entries = ReadonlyMap<string, EntryRecord>;

export function entriesOf({ playlists }: Edition): Entries {
  return new Map(
    Object.values(playlists).flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])),
  );
}
