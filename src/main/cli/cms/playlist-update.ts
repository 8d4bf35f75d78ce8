import { message } from '../../../shared/languages/message.ts';
import { textOption, wrongUsage } from '../arguments.ts';
import { playlistCommand, playlistId } from './playlist-command.ts';

export const command = playlistCommand({
  name: 'cms playlist update',
  summary: 'Changes the name or the comment of a playlist.',
  usage: 'ID [--name TEXT] [--comment TEXT] [--json]',
  options: { name: { type: 'string' }, comment: { type: 'string' } },
  ask: (cms, invocation) => {
    const name = textOption(invocation, 'name');
    const comment = textOption(invocation, 'comment');
    if (name === undefined && comment === undefined) throw wrongUsage(message('wrong-usage.no-change'));
    const values = { ...(name === undefined ? {} : { name }), ...(comment === undefined ? {} : { comment }) };
    return cms.updatePlaylist(playlistId(invocation), values, invocation);
  },
});
