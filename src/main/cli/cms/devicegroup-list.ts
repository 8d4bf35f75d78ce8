import { listCommand } from './list-command.ts';

export const command = listCommand({
  name: 'cms devicegroup list',
  summary: 'Lists the device groups of the CMS.',
  read: (cms, call) => cms.deviceGroups(call),
  head: ['id', 'name', 'comment', 'playlist', 'time zone'],
  row: ({ id, name, comment, playlistId, settings }) => [id, name, comment, playlistId, settings.timeZone],
});
