import { type Message, message } from '../../shared/languages/message.ts';
import type { EntryRecord } from '../edition/records.ts';
import { readDay, readTime } from '../edition/wall-clock.ts';
import type { Reason } from './reason.ts';

/** A reason for people, with the relevant values of the entry. */
export function meaningOf(reason: Reason, entry: EntryRecord | undefined): Message {
  if (entry === undefined) return message(`reason.${reason}`);
  const { startDate, endDate, startTime, endTime } = entry;
  if (reason === 'unreadable') return message('reason.unreadable.why', { why: whatIsWrong(entry) });
  if (reason === 'before-start-date' && startDate !== null)
    return message('reason.before-start-date.on', { date: startDate });
  if (reason === 'after-end-date' && endDate !== null)
    return message('reason.after-end-date.on', { date: endDate });
  if (reason === 'wrong-weekday')
    return message('reason.wrong-weekday.only', {
      days: weekdays.filter((day) => entry.weekdays & (1 << day)).map((day) => message(`weekday.${day}`)),
    });
  if (reason === 'outside-time')
    return message('reason.outside-time.only', {
      from: startTime ?? '00:00:00',
      to: endTime ?? '24:00:00',
    });
  return message(`reason.${reason}`);
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

function whatIsWrong(entry: EntryRecord): readonly Message[] {
  const { unreadable, mediaFileId, nestedPlaylistId, duration, index } = entry;
  // The rest of such a record was not read.
  if (unreadable !== null) return [unreadable];
  return [
    ...(mediaFileId !== null && nestedPlaylistId !== null ? [message('entry-invalid.both')] : []),
    ...(mediaFileId === null && nestedPlaylistId === null ? [message('entry-invalid.neither')] : []),
    ...(Number.isFinite(duration) && duration >= 0
      ? []
      : [message('entry-invalid.duration', { value: String(duration) })]),
    ...(Number.isFinite(index) ? [] : [message('entry-invalid.index', { value: String(index) })]),
    ...[entry.startDate, entry.endDate]
      .filter((date) => date !== null && readDay(date) === null)
      .map((date) => message('entry-invalid.date', { value: date ?? '' })),
    ...[entry.startTime, entry.endTime]
      .filter((time) => time !== null && readTime(time) === null)
      .map((time) => message('entry-invalid.time', { value: time ?? '' })),
  ];
}
