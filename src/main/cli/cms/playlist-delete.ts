import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { withCms } from './call.ts';
import { playlistId } from './playlist-command.ts';

export const command: Command = {
  name: 'cms playlist delete',
  summary: 'Deletes a playlist.',
  usage: 'ID [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const id = playlistId(invocation);
    await withCms(invocation, (cms) => cms.deletePlaylist(id, invocation));
    await answer(invocation, { deleted: id }, `Deleted playlist ${id}.\n`);
    return 0;
  },
};
