import { type Message, message, withRemedy } from '../../shared/languages/message.ts';
import { type Edition, playlistOf } from '../edition/edition.ts';

/** Why a screen can show nothing at any time: something that only an editor in the CMS can mend. */
export interface Emptiness {
  /** Null: every screen. */
  readonly screenId: string | null;
  /** The name of the playlist; empty where there is none. */
  readonly playlist: string;
  readonly message: Message;
}

/** With what to do about it, for log, status and terminal. */
export function emptinessInWords(edition: Edition): readonly Message[] {
  return emptiness(edition).map(({ message }) => withRemedy(message));
}

export function emptiness(edition: Edition): readonly Emptiness[] {
  const screens = Object.entries(edition.screens);
  if (screens.length === 0)
    return [{ screenId: null, playlist: '', message: message('playlist-unassigned') }];
  const empty = screens.flatMap(([screenId, playlistId]) => {
    const playlist = playlistOf(edition, playlistId);
    const hasEntries = playlist?.entries.some(({ deletedAt }) => deletedAt === null) ?? false;
    return hasEntries ? [] : [{ screenId, id: playlistId, playlist: playlist?.name ?? '' }];
  });
  return empty.map(({ screenId, id, playlist }) => ({
    screenId,
    playlist,
    message:
      screens.length === 1
        ? message('playlist-empty', { playlist, id })
        : message('playlist-empty.screen', { playlist, id, screen: screenId }),
  }));
}
