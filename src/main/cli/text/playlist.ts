import { inEnglish } from '../../../shared/languages/message.ts';
import type { PlaylistRecord } from '../../cms/records.ts';
import type { EntryRecord } from '../../edition/records.ts';
import { table } from './table.ts';

/** A playlist as text. The answer to a change contains no entries. */
export function playlistText(
  { id, name, comment, updatedAt, entries }: PlaylistRecord,
  columns: number,
): string {
  const row = [id, name, comment ?? '', updatedAt ?? '–'];
  const head = table(['id', 'name', 'comment', 'updated'], [row], { columns });
  return entries === null ? head : `${head}\n${entryTable(entries, columns)}`;
}

function entryTable(entries: readonly EntryRecord[], columns: number): string {
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
      entry.unreadable === null ? when(entry) : `unreadable: ${inEnglish(entry.unreadable)}`,
    ]);
  return table(['index', 'entry', 'plays', 'for', 'sound', 'when'], rows, { columns });
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
