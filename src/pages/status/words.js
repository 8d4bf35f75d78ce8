import { ask, translateAnswersBy } from './ask.js';
import { formatter, localized } from './formatter.js';

let texts = {};
let format = formatter('en', texts);

/** The language of the player's answer. */
export const language = () => document.documentElement.lang;

/** `when` formats an instant: times stand in the shop's zone, which this file does not know. */
export async function learnWords(when) {
  texts = await ask(`texts/${language()}`);
  format = formatter(language(), texts, when);
  translateAnswersBy((answer) => localized(answer, format.message));
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by key, with values in place of `{name}`; `count` selects the plural form. */
export const say = (key, values) => format.text(key, values);

/** What there is to say about something, joined as the language does it. */
export const pair = (about, what) => say('page.pair', { about, what });

/** Formats sizes, durations, shares and numbers in the page's language. */
export const written = () => format;
