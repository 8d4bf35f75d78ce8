import { playlistCommand, playlistId } from './playlist-command.ts';

export const command = playlistCommand({
  name: 'cms playlist get',
  summary: 'Shows a playlist with its entries.',
  usage: 'ID [--json]',
  options: {},
  ask: (cms, invocation) => cms.playlist(playlistId(invocation), invocation),
});
