import { formatter, localized } from './formatter.js';

const languages = ['en', 'de', 'fr', 'es'];
const wanted = [new URLSearchParams(location.search).get('lang') ?? '', ...navigator.languages];
const chosen =
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => languages.includes(tag)) ?? 'en';
document.documentElement.lang = chosen;
/** Of the browser, or of `?lang=de`. */
export const language = () => chosen;

const locale = chosen === 'en' ? 'en-GB' : chosen;
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** In this browser's time zone: the players may be in several. `12:31` for today, else with its date. */
export function when(instant) {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return String(instant);
  const time = clock.format(at);
  return at.toDateString() === new Date().toDateString() ? time : `${day.format(at)}, ${time}`;
}

const texts = await (await fetch(`texts/${chosen}.json`)).json();
const format = formatter(chosen, texts, when);
const { message } = format;

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export const say = (key, values) => format.text(key, values);

/** Formats numbers, shares and the like in the page's language. */
export const written = () => format;

/** A number in the format of the language. */
export const number = (value) => format.number(value);

export const known = (key) => Object.hasOwn(texts, key);

const minute = 60_000;

const minutesOf = (since, now) => Math.max(0, Math.floor((now - since) / minute));

/** A length of time in one unit: 5 min, 3 h or 2 days. */
export function lasted(since, now) {
  const minutes = minutesOf(since, now);
  if (minutes === 0) return say('fleet.moment');
  if (minutes < 60) return format.duration(minutes * minute);
  const [unit, most] = minutes < 48 * 60 ? [60, minutes] : [1440, minutes];
  return format.duration(Math.floor(most / unit) * unit * minute);
}

/** The same as a phrase: “For 5 min”, but “Just now” and not “For just now”. */
export function lastedFor(since, now) {
  const time = lasted(since, now);
  return minutesOf(since, now) === 0 ? time : say('fleet.lasts', { time });
}

/** A message as text, for whoever has one: a button, or a player that says why one is disabled. */
export function write(one) {
  try {
    return message(one);
  } catch {
    return String(one?.code);
  }
}

/** What a player or a rollout has reported, in the language of the page. What is no message stays as it came. */
export function translated(reported) {
  try {
    return localized(reported, message);
  } catch {
    return reported;
  }
}
