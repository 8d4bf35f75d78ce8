import { type Edition, mediaFileOf } from './edition.ts';

/** What people call the parts of a showing. Null: unknown. */
export interface ShowingNames {
  readonly item: string | null;
  /** The playlist that contains the entry. */
  readonly playlist: string | null;
  /** Entries have no names: its position in that playlist, from 1. */
  readonly entry: number | null;
}

type Place = Pick<ShowingNames, 'playlist' | 'entry'>;

const known = new WeakMap<Edition, ReadonlyMap<string, Place>>();

export function showingNames(
  edition: Edition | null,
  { mediaFileId, entryId }: { readonly mediaFileId: string; readonly entryId: string },
): ShowingNames {
  const place = edition && placesIn(edition).get(entryId);
  return {
    item: edition && (mediaFileOf(edition, mediaFileId)?.name ?? null),
    playlist: place?.playlist ?? null,
    entry: place?.entry ?? null,
  };
}

function placesIn(edition: Edition): ReadonlyMap<string, Place> {
  const kept = known.get(edition);
  if (kept) return kept;
  const places = new Map(
    Object.values(edition.playlists).flatMap(({ name, entries }) =>
      entries.map(({ id }, index) => [id, { playlist: name, entry: index + 1 }] as const),
    ),
  );
  known.set(edition, places);
  return places;
}
