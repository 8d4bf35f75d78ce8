import { Temporal } from 'temporal-polyfill';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { systemZone } from './system-zone.ts';
import { isTimeZone } from './zone.ts';

export const dayMs = 86_400_000;
/** A week and a day: every reading that an ordinary week shows, in a time without a change of the clock. */
export const ordinaryWeekMs = 8 * dayMs;

/** A time in which the wall clock of a zone runs evenly: between two of its changes. Half-open. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  /** Wall time minus UTC. */
  readonly offset: number;
}

/**
 * What the clocks of one zone show. Wall times are milliseconds since 1970-01-01T00:00 *as read on the wall*, so
 * that the hot loop compares plain integers; everything about the calendar and the zone comes from Temporal.
 */
export class WallClock {
  readonly zone: string;
  /** Stretches that were asked for, in order of time. Only grows, by a few a year looked at. */
  readonly #known: Stretch[] = [];

  constructor(zone: string) {
    this.zone = zone;
    if (!isTimeZone(zone)) throw new VitrineError('usage', message('unknown-zone', { zone }));
  }

  stretchAt(instant: number): Stretch {
    let low = 0;
    let high = this.#known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const stretch = this.#known[middle];
      if (stretch === undefined || instant < stretch.from) high = middle;
      else if (instant >= stretch.until) low = middle + 1;
      else return stretch;
    }
    const found = findStretch(this.zone, instant);
    this.#known.splice(low, 0, found);
    return found;
  }

  /** The reading of the wall clock, in milliseconds since 1970-01-01T00:00 on the wall. */
  read(instant: number): number {
    return instant + this.stretchAt(instant).offset;
  }

  /** An instant a day or two before the wall first shows this day, whatever the zone does in between. */
  wellBefore(day: number): number {
    return Math.max((day - 2) * dayMs, earliestInstant);
  }

  /** An instant some days after the wall first shows this day. */
  wellAfter(day: number): number {
    return Math.min((day + 3) * dayMs, latestInstant);
  }
}

/** A reading of the wall clock as a day and the time of that day. */
export interface WallTime {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly ms: number;
}

/** The system's zone where none is named, or none that exists. */
export function knownZone(zone: string | null): string {
  return zone !== null && isTimeZone(zone) ? zone : systemZone();
}

export function wallTime(instant: number, zone: string | null): WallTime {
  const reading = wallClock(knownZone(zone)).read(instant);
  const day = Math.floor(reading / dayMs);
  return { day, ms: reading - day * dayMs };
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`; null when there is no such date. */
export function readDay(text: string): number | null {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // A 30th of February would pass for the 2nd of March.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
  return exists ? midnight / dayMs : null;
}

/** Milliseconds since midnight of `HH:MM:SS` (seconds may be left out); null when there is no such time. */
export function readTime(text: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (!found) return null;
  return ((Number(found[1]) * 60 + Number(found[2])) * 60 + Number(found[3] ?? 0)) * 1000;
}

/** Bit 0 = Sunday … bit 6 = Saturday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The ends of what Temporal can tell of. */
const latestInstant = 8.64e15;
const earliestInstant = -8.64e15 + 2 * dayMs;

function findStretch(zone: string, instant: number): Stretch {
  const within = Math.min(Math.max(Math.floor(instant), earliestInstant), latestInstant - dayMs);
  const here = Temporal.Instant.fromEpochMilliseconds(within).toZonedDateTimeISO(zone);
  const next = here.getTimeZoneTransition('next');
  // "previous" is strictly before: from one millisecond later a change at this very instant is found too.
  const previous = here.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: here.offsetNanoseconds / 1e6,
  };
}

const clocks = new Map<string, WallClock>();

/** Zones never change while the player runs: one clock for each is kept. */
export function wallClock(zone: string): WallClock {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const made = new WallClock(zone);
  clocks.set(zone, made);
  return made;
}
