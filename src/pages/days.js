import { language } from './words.js';

/** Of dates and times: English uses the British format. */
export const locale = () => (language() === 'en' ? 'en-GB' : language());

/** Formats a date of the CMS (`2026-11-22`); any other text stays as it is. */
export function plainDate(text) {
  const at = Date.parse(`${text}T12:00:00Z`);
  if (Number.isNaN(at)) return text;
  const format = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' };
  return new Intl.DateTimeFormat(locale(), format).format(new Date(at));
}

/** `Monday, Friday`: the days of a bit mask whose first bit is Sunday, in the order of a week. */
export function weekdays(mask) {
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', weekday: 'long' });
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => mask & (1 << day));
  // 4 January 1970 was a Sunday.
  const names = days.map((day) => format.format(new Date((day + 3.5) * 86_400_000)));
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}
