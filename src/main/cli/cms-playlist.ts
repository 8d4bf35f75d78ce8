import type { CmsApi } from '../cms/api.ts';
import type { PlaylistRecord } from '../cms/records.ts';
import type { EntryRecord } from '../edition/records.ts';
import { VitrineError } from '../errors.ts';
import { positional, printJson, textOption, withCms } from './cms-call.ts';
import { listCommand } from './cms-list.ts';
import type { Command, Invocation } from './command.ts';
import { table } from './table.ts';

const list = listCommand({
  name: 'cms playlist list',
  summary: 'The playlists of the CMS.',
  read: (cms, call) => cms.playlists(call),
  head: ['id', 'name', 'comment', 'updated'],
  row: ({ id, name, comment, updatedAt }) => [id, name, comment ?? '', updatedAt ?? '–'],
});

/** Those that are answered by one playlist differ in what they ask for; each is told in the same way. */
function playlistCommand({
  ask,
  ...command
}: Omit<Command, 'run'> & {
  readonly ask: (cms: CmsApi, invocation: Invocation) => Promise<PlaylistRecord>;
}): Command {
  return {
    ...command,
    async run(invocation) {
      const playlist = await withCms(invocation, (cms) => ask(cms, invocation));
      if (invocation.json) printJson(invocation, playlist);
      else invocation.out(describe(playlist));
      return 0;
    },
  };
}

const get = playlistCommand({
  name: 'cms playlist get',
  summary: 'One playlist with its entries.',
  usage: 'ID [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  ask: (cms, invocation) => cms.playlist(idOf(invocation), invocation),
});

const create = playlistCommand({
  name: 'cms playlist create',
  summary: 'Makes a playlist.',
  usage: 'NAME [--comment TEXT] [--json]',
  options: { comment: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  ask: (cms, invocation) => {
    const name = positional(invocation, 0, 'name');
    return cms.createPlaylist({ name, comment: textOption(invocation, 'comment') ?? '' }, invocation);
  },
});

const update = playlistCommand({
  name: 'cms playlist update',
  summary: 'Changes name or comment of a playlist.',
  usage: 'ID [--name TEXT] [--comment TEXT] [--json]',
  options: { name: { type: 'string' }, comment: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  ask: (cms, invocation) => {
    const name = textOption(invocation, 'name');
    const comment = textOption(invocation, 'comment');
    if (name === undefined && comment === undefined) {
      throw new VitrineError('usage', 'wrong-usage', 'Nothing to change: give --name or --comment.');
    }
    const values = { ...(name === undefined ? {} : { name }), ...(comment === undefined ? {} : { comment }) };
    return cms.updatePlaylist(idOf(invocation), values, invocation);
  },
});

const remove: Command = {
  name: 'cms playlist delete',
  summary: 'Deletes a playlist.',
  usage: 'ID [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const id = idOf(invocation);
    await withCms(invocation, (cms) => cms.deletePlaylist(id, invocation));
    if (invocation.json) printJson(invocation, { deleted: id });
    else invocation.out(`Deleted playlist ${id}.\n`);
    return 0;
  },
};

export const playlistCommands: readonly Command[] = [list, get, create, update, remove];

function idOf(invocation: Invocation): string {
  return positional(invocation, 0, 'id of the playlist');
}

/** Only the whole record has its entries; those that answer a change have none of them. */
function describe({ id, name, comment, updatedAt, entries }: PlaylistRecord): string {
  const head = table(['id', 'name', 'comment', 'updated'], [[id, name, comment ?? '', updatedAt ?? '–']]);
  return entries === null ? head : `${head}\n${entryTable(entries)}`;
}

function entryTable(entries: readonly EntryRecord[]): string {
  if (entries.length === 0) return 'It has no entries.\n';
  const rows = [...entries]
    .sort((a, b) => a.index - b.index)
    .map((entry) => [
      String(entry.index),
      entry.id,
      entry.nestedPlaylistId === null
        ? `media file ${entry.mediaFileId ?? '–'}`
        : `playlist ${entry.nestedPlaylistId}`,
      entry.duration > 0 ? `${entry.duration} s` : 'own length',
      entry.sound ? 'yes' : 'no',
      entry.unreadable === null ? when(entry) : `unreadable: ${entry.unreadable}`,
    ]);
  return table(['index', 'entry', 'plays', 'for', 'sound', 'when'], rows);
}

function when(entry: EntryRecord): string {
  if (entry.playRule !== 'schedule') return entry.playRule;
  const conditions = [
    span(entry.startDate, entry.endDate),
    span(entry.startTime, entry.endTime),
    days(entry.weekdays),
  ].filter((condition) => condition !== '');
  return conditions.length === 0 ? 'always' : conditions.join(', ');
}

function span(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${from} to ${to}`;
  return from !== null ? `from ${from}` : to !== null ? `until ${to}` : '';
}

function days(mask: number): string {
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const chosen = names.filter((_, bit) => mask & (1 << bit));
  return chosen.length === 7 ? '' : chosen.join(' ');
}
