import type { CmsApi } from '../../cms/api.ts';
import { answer } from '../answer.ts';
import type { Command, Invocation } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { withCms } from './call.ts';
import { playlistId } from './playlist-command.ts';
import { named, usersOf } from './playlist-users.ts';

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
