import { ask, translateAnswersBy } from './ask.js';
import { when } from './format.js';
import { formatter, localized } from './formatter.js';

let texts = {};
let format = formatter('en', texts);

/** The language of the player's answer. */
export const language = () => document.documentElement.lang;

export async function learnWords() {
  texts = await ask(`texts/${language()}`);
  format = formatter(language(), texts, when);
  translateAnswersBy((answer) => localized(answer, format.message));
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by key, with values in place of `{name}`; `count` selects the plural form. */
export const say = (key, values) => format.text(key, values);

/** Formats sizes, durations, shares and numbers in the page's language. */
export const written = () => format;
