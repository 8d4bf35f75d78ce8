import type { CallOptions, CmsApi } from '../../cms/api.ts';
import type { PlaylistRecord } from '../../cms/records.ts';
import { mapLimited } from '../../ground/map-limited.ts';
import { answer } from '../answer.ts';
import type { Command, Invocation } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { withCms } from './call.ts';
import { playlistId } from './playlist-command.ts';

export const command: Command = {
  name: 'cms playlist delete',
  summary: 'Deletes a playlist, after showing what uses it and asking.',
  usage: 'ID [--yes] [--json]',
  options: yesOption,
  positionals: { least: 1, most: 1 },
  details: '--yes  deletes without asking',
  async run(invocation) {
    const id = playlistId(invocation);
    await withCms(invocation, async (cms) => {
      await confirm(invocation, () => question(cms, id, invocation));
      await cms.deletePlaylist(id, invocation);
    });
    await answer(invocation, { deleted: id }, `Deleted playlist ${id}.\n`);
    return 0;
  },
};

async function question(cms: CmsApi, id: string, { signal }: Invocation): Promise<string> {
  const playlist = named('playlist')(await cms.playlist(id, { signal }));
  const users = await usersOf(cms, id, { signal });
  const used =
    users.length === 0 ? `Nothing uses ${playlist}.` : `These use ${playlist}: ${users.join(', ')}.`;
  return `${used} Delete it?`;
}

/** In larger accounts, reading every playlist takes too long. */
const mostPlaylists = 300;

/** What uses a playlist, as text: assigned devices and groups, and playlists that contain it. */
async function usersOf(cms: CmsApi, id: string, call: CallOptions): Promise<readonly string[]> {
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

function named(kind: string): (record: Pick<PlaylistRecord, 'id' | 'name'>) => string {
  return ({ id, name }) => `the ${kind} “${name}” (${id})`;
}
