import { formatter, localized } from './formatter.js';

// What the page says, in the language of the browser (or `?lang=de`): files of texts lie beside it.
const languages = ['en', 'de', 'fr', 'es'];
const wanted = [new URLSearchParams(location.search).get('lang') ?? '', ...navigator.languages];
export const language =
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => languages.includes(tag)) ?? 'en';
const texts = await (await fetch(`texts/${language}.json`)).json();
const { text, message } = formatter(language, texts);

/** A text by its key, with values in place of `{name}`; `count` chooses between one and other. */
export const say = (key, values) => text(`fleet.${key}`, values);

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

/** Puts the texts where the page names them. */
export function writeTexts() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]'))
    element.textContent = say(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', say(element.dataset.label));
  for (const element of document.querySelectorAll('[data-hint]'))
    element.placeholder = say(element.dataset.hint);
}
