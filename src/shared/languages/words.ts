import { texts as german } from './de/index.ts';
import { texts as english } from './en/index.ts';
import { texts as spanish } from './es/index.ts';
import { texts as french } from './fr/index.ts';

/** Where something is counted (`{count}`), the form for one and that for any other number. */
type Text = string | { readonly one: string; readonly other: string };

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

/** What stands in for `{name}`; numbers are written as the language writes them. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of one language, filled in. */
export interface Words {
  readonly language: Language;
  say(key: TextKey, values?: TextValues): string;
}

export function wordsOf(language: Language): Words {
  return wordsFrom(language, allTexts[language]);
}

/** Of texts that came from elsewhere, as a page has them from its server. */
export function wordsFrom(language: Language, texts: Texts): Words {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const written = (value: string | number): string =>
    typeof value === 'number' ? numbers.format(value) : value;
  return {
    language,
    say(key, values = {}) {
      const text = texts[key];
      const form =
        typeof text === 'string'
          ? text
          : text[rules.select(Number(values.count)) === 'one' ? 'one' : 'other'];
      return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => written(values[name] ?? placeholder));
    },
  };
}

/** The language that a tag (`de-AT`) or the name of a locale (`de_AT.UTF-8`) means; null when there are no texts in it. */
export function languageIn(tag: string | null | undefined): Language | null {
  const meant = /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase();
  return languages.find((language) => language === meant) ?? null;
}
