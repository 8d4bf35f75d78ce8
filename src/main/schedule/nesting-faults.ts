import { type Message, message } from '../../shared/languages/message.ts';
import { type Edition, type EditionPlaylist, playlistOf } from '../edition/edition.ts';

const mostNamed = 20;

/** Nested playlists that never play whatever the time: empty, unknown to the CMS, or around themselves. */
export function nestingFaults(edition: Edition): readonly Message[] {
  const playlists = Object.values(edition.playlists);
  const faults = playlists.flatMap((outer) =>
    nestedIn(outer).flatMap((id) => {
      const inner = playlistOf(edition, id);
      if (inner === null) return [message('visit.gone', { name: outer.name, id })];
      const isEmpty = inner.entries.every(({ deletedAt }) => deletedAt !== null);
      return isEmpty ? [message('visit.empty', { name: outer.name, inner: inner.name })] : [];
    }),
  );
  return [...circles(edition), ...faults].slice(0, mostNamed);
}

/** Each entry that closes a circle: one depth-first walk, without recursion as lists may nest deeply. */
function circles(edition: Edition): readonly Message[] {
  const state = new Map<string, 'open' | 'done'>();
  const faults: Message[] = [];
  for (const start of Object.values(edition.playlists)) {
    const path = [{ playlist: start, inner: nestedIn(start), next: 0 }];
    if (state.has(start.id)) continue;
    state.set(start.id, 'open');
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const id = top.inner[top.next++];
      if (id === undefined) {
        state.set(top.playlist.id, 'done');
        path.pop();
        continue;
      }
      const inner = playlistOf(edition, id);
      if (inner !== null && state.get(id) === 'open')
        faults.push(message('visit.cycle', { name: top.playlist.name, inner: inner.name }));
      if (inner === null || state.has(id)) continue;
      state.set(id, 'open');
      path.push({ playlist: inner, inner: nestedIn(inner), next: 0 });
    }
  }
  return faults;
}

function nestedIn({ entries }: EditionPlaylist): readonly string[] {
  const plays = entries.filter(({ deletedAt, playRule }) => deletedAt === null && playRule !== 'never');
  return [...new Set(plays.flatMap(({ nestedPlaylistId }) => nestedPlaylistId ?? []))];
}
