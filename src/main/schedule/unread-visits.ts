import { type Message, message } from '../../shared/languages/message.ts';
import { type Edition, playlistOf } from '../edition/edition.ts';
import { entryNames } from './names.ts';

const mostNamed = 20;

/** Playback settings of nested playlists that are unreadable or impossible: the editor wanted another result than what plays. */
export function unreadVisits(edition: Edition): readonly Message[] {
  const names = entryNames(edition);
  const unread = Object.values(edition.playlists)
    .flatMap((playlist) => [
      { name: playlist.name, visit: playlist.visit },
      ...playlist.entries.map(({ id, visit }) => ({ name: names.get(id) ?? id, visit })),
    ])
    .flatMap(({ name, visit }) =>
      visit?.unreadable === undefined ? [] : [message('visit.unreadable', { name, seen: visit.unreadable })],
    )
    .slice(0, mostNamed);
  return [...unread, ...countFaults(edition)].slice(0, mostNamed);
}

/** By the name of the nested playlist: what an entry leaves out, its playlist says. */
function countFaults(edition: Edition): readonly Message[] {
  const outer = Object.values(edition.playlists).flatMap(({ entries }) => entries);
  const faults = outer.flatMap(({ nestedPlaylistId, visit, deletedAt }) => {
    const playlist = nestedPlaylistId === null ? null : playlistOf(edition, nestedPlaylistId);
    const { rule = 'all', count, unreadable } = { ...playlist?.visit, ...visit };
    if (playlist === null || deletedAt !== null || rule === 'all' || unreadable !== undefined) return [];
    const entries = playlist.entries.filter((entry) => entry.deletedAt === null).length;
    // An empty one is a fault of its own.
    if (entries === 0) return [];
    if (count === undefined) return [message('visit.no-count', { name: playlist.name })];
    return count > entries ? [message('visit.larger', { name: playlist.name, count, entries })] : [];
  });
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
