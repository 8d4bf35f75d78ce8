import { texts as german } from './de/index.ts';
import { texts as english } from './en/index.ts';
import { texts as spanish } from './es/index.ts';
import { fillIn, type Text, type TextValues } from './fill-in.js';
import { texts as french } from './fr/index.ts';

export type { TextValues } from './fill-in.js';

export type TextKey = keyof typeof english;
export type Texts = Readonly<Record<TextKey, Text>>;

/** Everything that a person reads on a screen, a page or a phone. English comes first: it is what others are compared with. */
export const allTexts = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
} as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof allTexts;
export const languages = Object.keys(allTexts) as readonly Language[];

/** Each language by its own name, for who cannot read the others. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

/** The texts of one language, filled in. */
export interface Words {
  readonly language: Language;
  say(key: TextKey, values?: TextValues): string;
  /** `21%` of 0.21, as it is written there. */
  share(part: number): string;
}

export function wordsOf(language: Language): Words {
  return wordsFrom(language, allTexts[language]);
}

/** Of texts that came from elsewhere, as a page has them from its server. */
export function wordsFrom(language: Language, texts: Texts): Words {
  const filled = fillIn(language);
  return {
    language,
    say: (key, values) => filled(texts[key], values),
    share: (part) => part.toLocaleString(language, { style: 'percent' }),
  };
}

/** The language that a tag (`de-AT`) or the name of a locale (`de_AT.UTF-8`) means; null when there are no texts in it. */
export function languageIn(tag: string | null | undefined): Language | null {
  const meant = /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase();
  return languages.find((language) => language === meant) ?? null;
}
