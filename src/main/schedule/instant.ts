import { Temporal } from 'temporal-polyfill';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/**
 * Parses an instant typed by a person. Without an offset it is wall time in the zone: a time skipped in spring is an hour
 * later, a time repeated in autumn is the first of the two. A date alone is the beginning of that day.
 */
export function parseInstant(text: string, zone: string): number {
  const written = text.trim();
  try {
    // Years have four digits: other years could not be written in the same form.
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

/** The first instant of a day in a zone, even if the day has no midnight. */
function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** The first instant of a day and of the next one. */
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

/** Wall time for people: `2026-11-21 08:30:00`. */
export function wallText(instant: number, zone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
