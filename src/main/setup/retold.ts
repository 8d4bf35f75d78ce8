import { allSentences } from '../../shared/languages/sentences.ts';
import { translated } from '../../shared/languages/translated.js';
import type { Language } from '../../shared/languages/words.ts';

/** What doctor or an error says in English, in the language of whoever stands at the screen, as far as it is known. */
export function retold(language: Language, ...said: readonly (string | null)[]): string {
  const translate = translated(allSentences(language));
  return said.flatMap((sentence) => (sentence ? [translate(sentence)] : [])).join(' ');
}
