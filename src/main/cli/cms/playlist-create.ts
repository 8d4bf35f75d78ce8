import { firstWord, textOption } from '../arguments.ts';
import { playlistCommand } from './playlist-command.ts';

export const command = playlistCommand({
  name: 'cms playlist create',
  summary: 'Creates a playlist.',
  usage: 'NAME [--comment TEXT] [--json]',
  options: { comment: { type: 'string' } },
  ask: (cms, invocation) => {
    const name = firstWord(invocation, 'name');
    return cms.createPlaylist({ name, comment: textOption(invocation, 'comment') ?? '' }, invocation);
  },
});
