import { Temporal } from 'temporal-polyfill';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/**
 * An instant as a person writes it. Without an offset it is what the wall clock of the zone shows: a time that spring
 * skips is an hour later, one that autumn repeats is the first of the two. A date alone is the beginning of that day.
 */
export function parseInstant(text: string, zone: string): number {
  const written = text.trim();
  try {
    // Years have four digits: what lies beyond cannot be written down again.
    if (!/^\d{4}-\d{2}-\d{2}([T ]\d|$)/i.test(written)) throw new RangeError('no date at its beginning');
    if (!/[T ]\d/i.test(written)) return startOfDay(written, zone);
    if (/(Z|[+-]\d{2}(:?\d{2})?)$/i.test(written.slice(10)))
      return Temporal.Instant.from(written).epochMilliseconds;
    return Temporal.PlainDateTime.from(written).toZonedDateTime(zone).epochMilliseconds;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new VitrineError('usage', message('not-an-instant', { text }), { cause });
  }
}

/** The first instant of a day in a zone, also where the day has no midnight. */
function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** The first and the last instant (excluded) of a day. */
export function dayOf(date: string, zone: string): { readonly from: number; readonly until: number } {
  try {
    const day = Temporal.PlainDate.from(date);
    const from = day.toZonedDateTime(zone);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !from.toPlainDate().equals(day))
      throw new RangeError('no such day');
    return {
      from: from.epochMilliseconds,
      until: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
    };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new VitrineError('usage', message('no-such-day', { date, zone }), { cause });
  }
}

/** What the wall clock shows, for people: `2026-11-21 08:30:00`. */
export function wallText(instant: number, zone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
