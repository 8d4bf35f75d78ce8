import { Temporal } from 'temporal-polyfill';
import type { EntryRecord } from '../../src/main/edition/records.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';

/**
 * A naive second implementation of the rules: it reads the wall clock from Intl for every instant, compares dates and
 * times as text, and caches nothing. It shares no code with the schedule.
 */
export interface Told {
  readonly cues: readonly string[];
  readonly excluded: readonly string[];
}

export function oracle(input: ScheduleInput, at: number): Told {
  const trusted = play(input, wall(input.zone, at), input.clockTrusted);
  if (trusted.cues.length > 0 || input.clockTrusted) return trusted;
  return play(input, wall(input.zone, at), true);
}

interface Wall {
  readonly date: string;
  readonly time: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function wall(zone: string, at: number): Wall {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, time };
}

function play(input: ScheduleInput, now: Wall, trusted: boolean): Told {
  const rootId = input.edition.screens[input.screenId] ?? '';
  return list(input, rootId, now, trusted, [], [rootId]);
}

function list(
  input: ScheduleInput,
  id: string,
  now: Wall,
  trusted: boolean,
  outer: readonly string[],
  open: readonly string[],
): Told {
  const cues: string[] = [];
  const excluded: string[] = [];
  const entries = [...(input.edition.playlists[id]?.entries ?? [])].sort(
    (a, b) => a.index - b.index || Number(a.id) - Number(b.id),
  );
  for (const item of entries) {
    const path = [...outer, item.id];
    const reason = own(input, item, now, trusted);
    if (reason !== null) {
      excluded.push(`${path.join('>')} ${reason}`);
    } else if (item.nestedPlaylistId === null) {
      cues.push(path.join('>'));
    } else if (open.includes(item.nestedPlaylistId)) {
      excluded.push(`${path.join('>')} nested-cycle`);
    } else {
      const inner = list(input, item.nestedPlaylistId, now, trusted, path, [...open, item.nestedPlaylistId]);
      if (inner.cues.length > 0) {
        cues.push(...inner.cues);
        excluded.push(...inner.excluded);
      } else {
        const cyclic = inner.excluded.some((line) => line.endsWith(' nested-cycle'));
        excluded.push(`${path.join('>')} ${cyclic ? 'nested-cycle' : 'nested-empty'}`);
      }
    }
  }
  return { cues, excluded };
}

function own(input: ScheduleInput, item: EntryRecord, now: Wall, trusted: boolean): string | null {
  const file = item.mediaFileId === null ? undefined : input.edition.mediaFiles[item.mediaFileId];
  if (item.unreadable !== null || (item.mediaFileId === null) === (item.nestedPlaylistId === null))
    return 'unreadable';
  if (item.deletedAt !== null || (file && file.deletedAt !== null)) return 'deleted';
  if (item.playRule === 'never') return 'never';
  if (item.playRule === 'schedule') {
    const set = item.startDate ?? item.endDate ?? item.startTime ?? item.endTime;
    if (!trusted && (set !== null || item.weekdays !== 0)) return 'clock-not-trusted';
    const timed = byTheClock(item, now);
    if (timed !== null) return timed;
  }
  if (item.nestedPlaylistId !== null)
    return input.edition.playlists[item.nestedPlaylistId] === undefined ? 'nested-missing' : null;
  if (file === undefined) return 'media-unknown';
  if (file.status !== null && file.status !== 'converted') return 'media-not-ready';
  if (file.kind === 'unsupported' || file.kind === 'folder') return 'unsupported';
  if (file.kind !== 'page' && !input.holdings.objects.has(file.id)) return 'media-not-downloaded';
  return input.holdings.putAside.has(file.id) ? 'media-failed' : null;
}

function byTheClock(item: EntryRecord, { date, time }: Wall): string | null {
  const start = item.startTime ?? '00:00:00';
  const toTheEnd = item.endTime === null || item.endTime === '23:59:59';
  const end = item.endTime ?? '';
  let day = Temporal.PlainDate.from(date);
  let inside: boolean;
  if (toTheEnd) {
    inside = time >= start;
  } else if (start === end) {
    inside = true;
  } else if (start < end) {
    inside = start <= time && time < end;
  } else {
    inside = time >= start || time < end;
    if (time < end) day = day.subtract({ days: 1 });
  }
  if (item.startDate !== null && day.toString() < item.startDate) return 'before-start-date';
  if (item.endDate !== null && day.toString() > item.endDate) return 'after-end-date';
  const bit = [1, 2, 4, 8, 16, 32, 64][day.dayOfWeek % 7] ?? 0;
  if (item.weekdays !== 0 && (item.weekdays & bit) === 0) return 'wrong-weekday';
  return inside ? null : 'outside-time';
}
