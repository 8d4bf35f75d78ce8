import type { StoredEdition } from '../../edition/edition.ts';
import type { EditionStates } from './edition-states.ts';

/** One line of `vitrine edition list`. */
export interface EditionSummary {
  readonly id: string;
  readonly source: string;
  readonly state: StoredEdition['state'];
  readonly stagedAt: number;
  readonly activatedAt: number | null;
  readonly complete: boolean;
  readonly screens: number;
  readonly playlists: number;
  readonly entries: number;
  readonly mediaFiles: number;
}

export function summaries(states: EditionStates): readonly EditionSummary[] {
  return (['active', 'staged', 'previous'] as const)
    .map((state) => states.stored(state))
    .filter((stored) => stored !== null)
    .map(({ edition, ...stored }) => ({
      id: edition.id,
      source: edition.source,
      ...stored,
      screens: Object.keys(edition.screens).length,
      playlists: Object.keys(edition.playlists).length,
      entries: Object.values(edition.playlists).reduce((sum, playlist) => sum + playlist.entries.length, 0),
      mediaFiles: Object.keys(edition.mediaFiles).length,
    }));
}
