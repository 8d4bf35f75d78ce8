import { type Message, message } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import { entryNames } from './names.ts';

const mostNamed = 20;

/** Playback settings of nested playlists that could not be read: an editor wanted something else than what plays. */
export function unreadVisits(edition: Edition): readonly Message[] {
  const names = entryNames(edition);
  return Object.values(edition.playlists)
    .flatMap((playlist) => [
      { name: playlist.name, visit: playlist.visit },
      ...playlist.entries.map(({ id, visit }) => ({ name: names.get(id) ?? id, visit })),
    ])
    .flatMap(({ name, visit }) =>
      visit?.unreadable === undefined ? [] : [message('visit.unreadable', { name, seen: visit.unreadable })],
    )
    .slice(0, mostNamed);
}
