import { ask } from './ask.js';

let texts = {};
let rules = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/** The language in which the player has answered. */
export const language = () => document.documentElement.lang;

export async function learnWords() {
  texts = await ask(`texts/${language()}`);
  rules = new Intl.PluralRules(language());
  numbers = new Intl.NumberFormat(language());
}

export const known = (key) => Object.hasOwn(texts, key);

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  const form = typeof text === 'string' ? text : text[rules.select(values.count) === 'one' ? 'one' : 'other'];
  return form.replace(/\{(\w+)\}/g, (all, name) => {
    const value = values[name] ?? all;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}
