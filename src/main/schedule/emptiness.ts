import { type Edition, playlistOf } from '../edition/edition.ts';

/** Why a screen can show nothing at any time: something that only an editor in the CMS can mend. */
export interface Emptiness {
  /** Null: every screen. */
  readonly screenId: string | null;
  /** The name of the playlist; empty where there is none. */
  readonly playlist: string;
  readonly message: string;
  readonly remedy: string;
}

/** The same in whole sentences, for log, status and terminal. */
export function emptinessInWords(edition: Edition): readonly string[] {
  return emptiness(edition).map(({ message, remedy }) => `${message} ${remedy}`);
}

export function emptiness(edition: Edition): readonly Emptiness[] {
  const screens = Object.entries(edition.screens);
  if (screens.length === 0) {
    return [
      {
        screenId: null,
        playlist: '',
        message: 'The CMS has assigned no playlist to this player.',
        remedy: 'Assign one in the CMS: it starts here by itself.',
      },
    ];
  }
  const empty = screens.flatMap(([screenId, playlistId]) => {
    const playlist = playlistOf(edition, playlistId);
    const hasEntries = playlist?.entries.some(({ deletedAt }) => deletedAt === null) ?? false;
    return hasEntries ? [] : [{ screenId, playlistId, playlist: playlist?.name ?? '' }];
  });
  return empty.map(({ screenId, playlistId, playlist }) => {
    const where = screens.length === 1 ? '' : ` of screen ${screenId}`;
    return {
      screenId,
      playlist,
      message: `The playlist “${playlist}” (${playlistId})${where} is empty: there is nothing to play.`,
      remedy: 'Add entries to it in the CMS, or assign another playlist.',
    };
  });
}
