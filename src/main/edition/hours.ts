import {
  dayMs,
  knownZone,
  readDay,
  readTime,
  type Stretch,
  wallClock,
  wallTime,
  weekdayOf,
} from './wall-clock.ts';

export type Wanted = 'on' | 'off';

/** As configured: a day, days or a date, and the times between which the display is on. */
export type WrittenHours = Readonly<Record<string, string | readonly string[]>>;

/** Milliseconds since midnight of the day on which it begins. It may end on the next day. */
interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Hours {
  /** By weekday, Sunday first. */
  readonly week: readonly (readonly Period[])[];
  /** By day since 1970-01-01. */
  readonly dates: ReadonlyMap<number, readonly Period[]>;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const wholeDay: Period = { from: 0, to: dayMs };

/** Null: invalid. If no weekday is named, every day is on, and dates are the exceptions. */
export function readHours(written: WrittenHours): Hours | null {
  const dates = new Map<number, readonly Period[]>();
  const named = new Map<number, readonly Period[]>();
  for (const [key, value] of Object.entries(written)) {
    const periods = readPeriods(value);
    const day = readDay(key);
    const days = daysIn(key);
    if (periods === null || (day === null && days === null)) return null;
    if (day !== null) dates.set(day, periods);
    for (const weekday of days ?? []) named.set(weekday, periods);
  }
  const otherwise = named.size === 0 ? [wholeDay] : [];
  return { week: weekdays.map((_, weekday) => named.get(weekday) ?? otherwise), dates };
}

/** The same hours with one key for each day and date, for editors. */
export function plainHours({ week, dates }: Hours): Readonly<Record<string, readonly string[]>> {
  const inText = (periods: readonly Period[]): readonly string[] =>
    periods.map(({ from, to }) => `${writtenTime(from)}-${writtenTime(to % dayMs)}`);
  return Object.fromEntries([
    ...[1, 2, 3, 4, 5, 6, 0].map((day) => [weekdays[day] ?? '', inText(week[day] ?? [])] as const),
    ...[...dates]
      .sort(([one], [other]) => one - other)
      .map(([day, periods]) => [new Date(day * dayMs).toISOString().slice(0, 10), inText(periods)] as const),
  ]);
}

const writtenTime = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** `mon`, `mon-fri`, `fri-mon` or `daily`. */
function daysIn(key: string): readonly number[] | null {
  if (key === 'daily') return weekdays.map((_, weekday) => weekday);
  const [first = '', last = first, ...more] = key.split('-');
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  if (from < 0 || to < 0 || more.length > 0) return null;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7);
}

function readPeriods(value: string | readonly string[]): readonly Period[] | null {
  if (value === 'off') return [];
  if (value === 'on') return [wholeDay];
  const periods = (typeof value === 'string' ? [value] : value).map(readPeriod);
  return periods.every((period) => period !== null) ? periods : null;
}

function readPeriod(text: string): Period | null {
  const [begin = '', end = '', ...more] = text.split('-');
  const from = readTime(begin);
  const to = end === '24:00' ? dayMs : readTime(end);
  if (from === null || to === null || more.length > 0) return null;
  return { from, to: to > from ? to : to + dayMs };
}

/** The wall clock of the zone decides. */
export function wantedAt(hours: Hours, now: number, zone: string | null): Wanted {
  const { day, ms } = wallTime(now, zone);
  const holds = (of: number, at: number): boolean =>
    periodsOn(hours, of).some(({ from, to }) => at >= from && at < to);
  return holds(day, ms) || holds(day - 1, ms + dayMs) ? 'on' : 'off';
}

function periodsOn({ week, dates }: Hours, day: number): readonly Period[] {
  return dates.get(day) ?? week[weekdayOf(day)] ?? [];
}

const horizonDays = 8;
/** A week and a day: boundaries farther away are found later. */
export const horizonMs = horizonDays * dayMs;

/** The first instant with another wanted state; null: none within the next eight days. */
export function nextBoundary(hours: Hours, now: number, zone: string | null): number | null {
  const before = wantedAt(hours, now, zone);
  const { day } = wallTime(now, zone);
  const days = Array.from({ length: horizonDays + 2 }, (_, index) => day - 1 + index);
  const readings = days.flatMap((one) =>
    periodsOn(hours, one).flatMap(({ from, to }) => [one * dayMs + from, one * dayMs + to]),
  );
  // The clocks may change in between: each boundary is computed with the offset before and after the change.
  const stretches = stretchesFrom(now, zone);
  const instants = stretches.flatMap(({ until, offset }) => [
    until,
    ...readings.map((wall) => wall - offset),
  ]);
  const ahead = instants.filter((at) => at > now && at < now + horizonMs).sort((a, b) => a - b);
  return ahead.find((at) => wantedAt(hours, at, zone) !== before) ?? null;
}

function stretchesFrom(now: number, zone: string | null): readonly Stretch[] {
  const clock = wallClock(knownZone(zone));
  const found = [clock.stretchAt(now)];
  for (let last = found[0]; last && last.until < now + horizonMs; last = found.at(-1))
    found.push(clock.stretchAt(last.until));
  return found;
}
