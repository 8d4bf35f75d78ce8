import { ask } from './ask.js';
import { fillIn } from './fill-in.js';
import { translated } from './translated.js';

let texts = {};
let filled = fillIn('en');
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
  filled = fillIn(language());
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export const say = (key, values) => filled(texts[key] ?? key, values);

/** What the player has said of itself, in the language of the page where that is known. */
export const retold = (said) => (said ? translate(said) : said);
