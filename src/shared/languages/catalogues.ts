import { texts as de } from './de/index.ts';
import { texts as en } from './en/index.ts';
import { texts as es } from './es/index.ts';
import { texts as fr } from './fr/index.ts';
import type { Language } from './language.ts';
import type { Mismatch } from './text.ts';
import { type Texts, type Words, wordsFrom } from './words.ts';

/** All texts for people, by language. */
export const allTexts = { en, de, fr, es } as const satisfies Readonly<Record<Language, Texts>>;

/** A translation must take the values of the English text; the compiler names each key that does not. */
type Mismatched =
  | Mismatch<typeof en, typeof de>
  | Mismatch<typeof en, typeof fr>
  | Mismatch<typeof en, typeof es>;
true satisfies [Mismatched] extends [never] ? true : Mismatched;

export function wordsOf(language: Language, time?: (instant: string) => string): Words {
  return wordsFrom(language, allTexts[language], time);
}
