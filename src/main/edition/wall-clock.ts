import { Temporal } from 'temporal-polyfill';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { systemZone } from './system-zone.ts';
import { isTimeZone } from './zone.ts';

export const dayMs = 86_400_000;
/** A week and a day: without a clock change it contains every reading of an ordinary week. */
export const ordinaryWeekMs = 8 * dayMs;

/** A period between two clock changes of a zone, in which its wall clock runs evenly. Half-open. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  /** Wall time minus UTC. */
  readonly offset: number;
}

/**
 * The wall clock of one zone. Wall times are milliseconds since 1970-01-01T00:00 *as read on the wall*, so that the hot
 * loop compares plain integers; calendar and zone come from Temporal.
 */
export class WallClock {
  readonly zone: string;
  /** Stretches computed so far, in order of time. It grows by a few for each year looked at. */
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

  /** An instant a day or two before the wall first shows this day, whatever clock changes lie in between. */
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

/** Falls back to the system's zone if none is named or it does not exist. */
export function knownZone(zone: string | null): string {
  return zone !== null && isTimeZone(zone) ? zone : systemZone();
}

export function wallTime(instant: number, zone: string | null): WallTime {
  const reading = wallClock(knownZone(zone)).read(instant);
  const day = Math.floor(reading / dayMs);
  return { day, ms: reading - day * dayMs };
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`; null if the date does not exist. */
export function readDay(text: string): number | null {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return null;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 ? (isLeap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1);
  if (day > length) return null;
  // Years that begin in March end with the leap day. Without `Date.UTC`, as 100,000 entries have two dates each.
  const from = month > 2 ? year : year - 1;
  const leapDays = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400);
  const monthsSinceMarch = (month + 9) % 12;
  return from * 365 + leapDays + Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 719_469;
}

/** Milliseconds since midnight of `HH:MM:SS` (seconds may be left out); null if the time does not exist. */
export function readTime(text: string): number | null {
  const hasSeconds = text.length === 8 && text[5] === ':';
  if ((!hasSeconds && text.length !== 5) || text[2] !== ':') return null;
  const hours = digits(text, 0, 2);
  const minutes = digits(text, 3, 5);
  const seconds = hasSeconds ? digits(text, 6, 8) : 0;
  return hours < 24 && minutes < 60 && seconds < 60 ? ((hours * 60 + minutes) * 60 + seconds) * 1000 : null;
}

/** The number that these characters write; not a number if one of them is no digit. */
function digits(text: string, from: number, until: number): number {
  let number = 0;
  for (let index = from; index < until; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Bit 0 = Sunday … bit 6 = Saturday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The limits of Temporal. */
const latestInstant = 8.64e15;
const earliestInstant = -8.64e15 + 2 * dayMs;

function findStretch(zone: string, instant: number): Stretch {
  const within = Math.min(Math.max(Math.floor(instant), earliestInstant), latestInstant - dayMs);
  const here = Temporal.Instant.fromEpochMilliseconds(within).toZonedDateTimeISO(zone);
  const next = here.getTimeZoneTransition('next');
  // "previous" means strictly before: starting one millisecond later also finds a change at this very instant.
  const previous = here.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: here.offsetNanoseconds / 1e6,
  };
}

const clocks = new Map<string, WallClock>();

/** Zone rules do not change while the player runs: one clock for each is kept. */
export function wallClock(zone: string): WallClock {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const made = new WallClock(zone);
  clocks.set(zone, made);
  return made;
}
