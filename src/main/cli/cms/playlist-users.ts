import type { CallOptions, CmsApi } from '../../cms/api.ts';
import type { PlaylistRecord } from '../../cms/records.ts';
import { mapLimited } from '../../ground/map-limited.ts';

/** In larger accounts, reading every playlist takes too long. */
const mostPlaylists = 300;

/** What uses a playlist, as text: assigned devices and groups, and playlists that contain it. */
export async function usersOf(cms: CmsApi, id: string, call: CallOptions): Promise<readonly string[]> {
  const [devices, groups, playlists] = await Promise.all([
    cms.devices(call),
    cms.deviceGroups(call),
    cms.playlists(call),
  ]);
  const others = playlists.records.filter((playlist) => playlist.id !== id);
  const nesting = await mapLimited(others.slice(0, mostPlaylists), 4, async (playlist) => {
    const entries = playlist.entries ?? (await cms.playlist(playlist.id, call)).entries ?? [];
    return entries.some(({ nestedPlaylistId }) => nestedPlaylistId === id) ? [playlist] : [];
  });
  return [
    ...devices.records.filter(({ playlistId }) => playlistId === id).map(named('device')),
    ...groups.records.filter(({ playlistId }) => playlistId === id).map(named('device group')),
    ...nesting.flat().map(named('playlist')),
    ...(others.length > mostPlaylists
      ? [`perhaps one of ${others.length - mostPlaylists} playlists that were not looked into`]
      : []),
  ];
}

export function named(kind: string): (record: Pick<PlaylistRecord, 'id' | 'name'>) => string {
  return ({ id, name }) => `the ${kind} “${name}” (${id})`;
}
