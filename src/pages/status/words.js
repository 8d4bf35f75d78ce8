import { ask, translateAnswersBy } from './ask.js';
import { when } from './format.js';
import { formatter, localized } from './formatter.js';
import { translated } from './translated.js';

let texts = {};
let format = formatter('en', texts);
let translate = (said) => said;

/** The language in which the player has answered. */
export const language = () => document.documentElement.lang;

export async function learnWords() {
  const [learned, sentences] = await Promise.all([
    ask(`texts/${language()}`),
    language() === 'en' ? {} : ask(`sentences/${language()}`),
  ]);
  texts = learned;
  translate = translated(sentences);
  format = formatter(language(), texts, when);
  translateAnswersBy((answer) => localized(answer, format.message));
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export const say = (key, values) => format.text(key, values);

/** Sizes, lengths of time, shares and numbers as the language of the page writes them. */
export const written = () => format;

/** What the player has said of itself, in the language of the page where that is known. */
export const retold = (said) => (said ? translate(said) : said);
