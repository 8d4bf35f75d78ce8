import { listCommand } from './cms-list.ts';
import { loginCommand } from './cms-login.ts';
import { mediaFileCommands } from './cms-mediafile.ts';
import { playlistCommands } from './cms-playlist.ts';
import type { Command } from './command.ts';

const deviceList = listCommand({
  name: 'cms device list',
  summary: 'The devices of the CMS.',
  read: (cms, call) => cms.devices(call),
  head: ['id', 'name', 'group', 'playlist', 'time zone'],
  row: ({ id, name, groupId, playlistId, settings }) => [
    id,
    name,
    groupId ?? '–',
    playlistId ?? '–',
    settings.timeZone ?? '–',
  ],
});

const deviceGroupList = listCommand({
  name: 'cms devicegroup list',
  summary: 'The device groups of the CMS.',
  read: (cms, call) => cms.deviceGroups(call),
  head: ['id', 'name', 'comment', 'playlist', 'time zone'],
  row: ({ id, name, comment, playlistId, settings }) => [
    id,
    name,
    comment,
    playlistId ?? '–',
    settings.timeZone ?? '–',
  ],
});

/** The documented interface as commands. */
export const cmsCommands: readonly Command[] = [
  ...playlistCommands,
  ...mediaFileCommands,
  deviceList,
  deviceGroupList,
  loginCommand,
];
