import { listCommand } from './list-command.ts';

export const command = listCommand({
  name: 'cms device list',
  summary: 'Lists the devices of the CMS.',
  read: (cms, call) => cms.devices(call),
  head: ['id', 'name', 'group', 'playlist', 'time zone'],
  row: ({ id, name, groupId, playlistId, settings }) => [id, name, groupId, playlistId, settings.timeZone],
});
