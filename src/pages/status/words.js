import { ask, translateAnswersBy } from './ask.js';
import { when } from './format.js';
import { formatter, localized } from './formatter.js';

let texts = {};
let format = formatter('en', texts);

/** The language in which the player has answered. */
export const language = () => document.documentElement.lang;

export async function learnWords() {
  texts = await ask(`texts/${language()}`);
  format = formatter(language(), texts, when);
  translateAnswersBy((answer) => localized(answer, format.message));
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export const say = (key, values) => format.text(key, values);

/** Sizes, lengths of time, shares and numbers as the language of the page writes them. */
export const written = () => format;
