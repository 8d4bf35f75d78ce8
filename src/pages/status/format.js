import { now } from './ask.js';
import { locale } from './days.js';
import { say, written } from './words.js';

let zone = 'UTC';
const made = new Map();

/** The shop's time zone: the page shows every time in it. */
export function showTimesIn(name) {
  if (zone !== name) made.clear();
  zone = name;
}

function formatter(name, options) {
  const kept = made.get(name);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat(locale(), { timeZone: zone, ...options });
  made.set(name, format);
  return format;
}

const instant = (at) => new Date(at);

/** `2026-11-22`, in the shop's zone. */
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

/** `22`; with its month on the first day of a month. */
export const dayMark = (at) =>
  dayNumber(at) === '1'
    ? formatter('month', { day: 'numeric', month: 'short' }).format(instant(at))
    : dayNumber(at);

/** `12:31` for today, `yesterday 12:31`, else with its date. */
export function when(at) {
  if (!at) return say('page.never');
  const days = Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now()))) / 86_400_000);
  if (days === 0) return clock(at);
  if (Math.abs(days) === 1) {
    const word = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
    return `${word}, ${clock(at)}`;
  }
  return `${shortDate(at)}, ${clock(at)}`;
}

/** No line ends between a number and its unit. */
const together = (text) => text.replace(/(?<=\d) /g, '\u00a0');

/** `45 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export const length = (ms) => together(written().duration(ms));
export const size = (bytes) => together(written().bytes(bytes));
export const count = (value) => written().number(value);
export const share = (part) => written().percent(part);
