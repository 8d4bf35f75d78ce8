import { now } from './ask.js';
import { language as chosen, say } from './words.js';

/** Dates and times as they are written here, where the language alone does not say it. */
const language = () => (chosen() === 'en' ? 'en-GB' : chosen());

let zone = 'UTC';
const made = new Map();

/** The zone whose clocks hang in the shop: every time on the page is told by them. */
export function tellTimesIn(name) {
  if (zone !== name) made.clear();
  zone = name;
}

function formatter(name, options) {
  const kept = made.get(name);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat(language(), { timeZone: zone, ...options });
  made.set(name, format);
  return format;
}

const instant = (at) => new Date(at);

/** `2026-11-22`, in the shop. */
export const dayOf = (at) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(instant(at));

export const clock = (at) =>
  formatter('clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant(at));

export const clockSeconds = (at) =>
  formatter('seconds', { timeStyle: 'medium', hourCycle: 'h23' }).format(instant(at));

export const date = (at) =>
  formatter('date', { weekday: 'long', day: 'numeric', month: 'long' }).format(instant(at));

export const shortDate = (at) =>
  formatter('short', { weekday: 'short', day: 'numeric', month: 'short' }).format(instant(at));

export const dayNumber = (at) => formatter('number', { day: 'numeric' }).format(instant(at));

/** `22`, and with its month where one begins. */
export const dayMark = (at) =>
  dayNumber(at) === '1'
    ? formatter('month', { day: 'numeric', month: 'short' }).format(instant(at))
    : dayNumber(at);

/** A day as the CMS writes it (`2026-11-22`), as people do; what is no such day stays as it is. */
export function plainDate(text) {
  const at = Date.parse(`${text}T12:00:00Z`);
  if (Number.isNaN(at)) return text;
  const format = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' };
  return new Intl.DateTimeFormat(language(), format).format(instant(at));
}

/** `Monday, Friday`: the days of a mask, Sunday its first bit, in the order of a week. */
export function weekdays(mask) {
  const format = new Intl.DateTimeFormat(language(), { timeZone: 'UTC', weekday: 'long' });
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => mask & (1 << day));
  // The fourth of January 1970 was a Sunday.
  const names = days.map((day) => format.format(instant((day + 3.5) * 86_400_000)));
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
}

/** `12:31` of today, `yesterday 12:31`, else with its date. */
export function when(at) {
  if (!at) return say('page.never');
  const days = Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now()))) / 86_400_000);
  if (days === 0) return clock(at);
  if (Math.abs(days) === 1) {
    const word = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day');
    return `${word}, ${clock(at)}`;
  }
  return `${shortDate(at)}, ${clock(at)}`;
}

const unit = (value, name) =>
  new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && name !== 'byte' ? 1 : 0,
  }).format(value);

/** `45 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export function length(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 10 && ms % 1000 !== 0) return unit(ms / 1000, 'second');
  if (seconds < 100) return unit(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  if (days === 0) return two(unit(hours, 'hour'), minutes % 60, 'minute');
  return two(unit(days, 'day'), hours % 24, 'hour');
}

const two = (first, rest, name) => (rest === 0 ? first : `${first} ${unit(rest, name)}`);

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

export function size(bytes) {
  let [step, value] = [0, bytes];
  for (; value >= 1000 && step < sizes.length - 1; step++) value /= 1000;
  return unit(value, sizes[step]);
}

export const count = (value) => new Intl.NumberFormat(language()).format(value);

export const share = (value) =>
  new Intl.NumberFormat(language(), {
    style: 'percent',
    maximumFractionDigits: value > 0.99 && value < 1 ? 1 : 0,
  }).format(value);
