import { type Message, message, withRemedy } from '../../shared/languages/message.ts';
import { screenOf, zoneOf } from '../../shared/zones.ts';
import { type Edition, playlistOf } from '../edition/edition.ts';

/** Why a screen can never show anything: only an editor in the CMS can repair it. */
export interface Emptiness {
  /** Null: every screen. */
  readonly screenId: string | null;
  /** The name of the playlist; empty if there is none. */
  readonly playlist: string;
  readonly message: Message;
}

/** With remedies, for log, status and terminal. */
export function emptinessInWords(edition: Edition): readonly Message[] {
  return emptiness(edition).map(({ message }) => withRemedy(message));
}

export function emptiness(edition: Edition): readonly Emptiness[] {
  const screens = Object.entries(edition.screens);
  if (screens.length === 0)
    return [{ screenId: null, playlist: '', message: message('playlist-unassigned') }];
  const empty = screens.flatMap(([show, playlistId]) => {
    const [screenId, zone] = [screenOf(show), zoneOf(show)];
    const playlist = playlistOf(edition, playlistId);
    const hasEntries = playlist?.entries.some(({ deletedAt }) => deletedAt === null) ?? false;
    const isGone = playlist === null;
    return hasEntries ? [] : [{ screenId, zone, id: playlistId, playlist: playlist?.name ?? '', isGone }];
  });
  return empty.map(({ screenId, zone, id, playlist, isGone }) => ({
    screenId,
    playlist,
    message:
      zone !== ''
        ? emptyZone(zone, id, playlist, isGone)
        : screens.length === 1
          ? message('playlist-empty', { playlist, id })
          : message('playlist-empty.screen', { playlist, id, screen: screenId }),
  }));
}

function emptyZone(zone: string, id: string, playlist: string, isGone: boolean): Message {
  if (id === '') return message('zone.no-playlist', { zone });
  return isGone
    ? message('zone.playlist-gone', { zone, id })
    : message('zone.playlist-empty', { zone, id, playlist });
}
