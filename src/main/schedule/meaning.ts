import { inEnglish } from '../../shared/languages/message.ts';
import type { EntryRecord } from '../edition/records.ts';
import { readDay, readTime } from '../edition/wall-clock.ts';
import type { Reason } from './reason.ts';

/** A reason as a person would say it, with what the entry says where that helps. */
export function meaningOf(reason: Reason, entry: EntryRecord | undefined): string {
  if (entry === undefined) return meaning[reason];
  const { startDate, endDate, startTime, endTime } = entry;
  if (reason === 'unreadable') return `cannot be read: ${whatIsWrong(entry)}`;
  if (reason === 'before-start-date') return `starts on ${startDate}`;
  if (reason === 'after-end-date') return `ended on ${endDate}`;
  if (reason === 'wrong-weekday')
    return `only on ${weekdays.filter((_, bit) => entry.weekdays & (1 << bit)).join(', ')}`;
  if (reason === 'outside-time') return `only from ${startTime ?? '00:00:00'} to ${endTime ?? '24:00:00'}`;
  return meaning[reason];
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const meaning: Readonly<Record<Reason, string>> = {
  unreadable: 'cannot be read',
  deleted: 'deleted in the CMS',
  never: 'switched off in the CMS',
  'clock-not-trusted': 'waits for a clock that can be trusted',
  'before-start-date': 'its start date is still to come',
  'after-end-date': 'its end date has passed',
  'wrong-weekday': 'not on this day of the week',
  'outside-time': 'not at this time of day',
  'media-unknown': 'the CMS does not know its media file',
  'nested-missing': 'the CMS does not know its playlist',
  'media-not-ready': 'the CMS has not finished converting it',
  unsupported: 'this player cannot show its kind',
  'media-not-downloaded': 'not downloaded yet',
  'media-unavailable': 'its file cannot be had',
  'media-failed': 'put aside after it failed on screen repeatedly',
  'nested-cycle': 'its playlist contains itself',
  'nested-too-large': 'its playlist is nested too deeply or has too many entries',
  'nested-empty': 'nothing in its playlist plays now',
};

function whatIsWrong(entry: EntryRecord): string {
  const { unreadable, mediaFileId, nestedPlaylistId, duration, index } = entry;
  // Nothing else of such a record was read.
  if (unreadable !== null) return inEnglish(unreadable);
  const wrong = [
    ...(mediaFileId !== null && nestedPlaylistId !== null ? ['it names a media file and a playlist'] : []),
    ...(mediaFileId === null && nestedPlaylistId === null
      ? ['it names neither a media file nor a playlist']
      : []),
    ...(Number.isFinite(duration) && duration >= 0 ? [] : [`the duration ${duration}`]),
    ...(Number.isFinite(index) ? [] : [`the index ${index}`]),
    ...[entry.startDate, entry.endDate]
      .filter((date) => date !== null && readDay(date) === null)
      .map((date) => `there is no day ${JSON.stringify(date)}`),
    ...[entry.startTime, entry.endTime]
      .filter((time) => time !== null && readTime(time) === null)
      .map((time) => `there is no time ${JSON.stringify(time)}`),
  ];
  return wrong.join('; ');
}
