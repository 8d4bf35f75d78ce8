import { listCommand } from './list-command.ts';

export const command = listCommand({
  name: 'cms playlist list',
  summary: 'Lists the playlists of the CMS.',
  read: (cms, call) => cms.playlists(call),
  head: ['id', 'name', 'comment', 'updated'],
  row: ({ id, name, comment, updatedAt }) => [id, name, comment ?? '', updatedAt],
});
