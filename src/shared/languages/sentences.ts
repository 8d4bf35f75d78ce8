import { allTexts, wordsOf } from './catalogues.ts';
import german from './de/sentences.json' with { type: 'json' };
import spanish from './es/sentences.json' with { type: 'json' };
import french from './fr/sentences.json' with { type: 'json' };
import type { Language } from './language.ts';
import type { Sentence } from './message.ts';
import type { Catalogue } from './text.ts';
import { translated } from './translated.js';

type Sentences = Readonly<Record<string, string>>;

/** How others say what the player says of itself in English. */
export const sentences: Readonly<Record<Language, Sentences>> = {
  ...{ en: {}, de: german, fr: french, es: spanish },
};

/** With what health says, which has texts of its own. */
export function allSentences(language: Language): Sentences {
  if (language === 'en') return {};
  const [english, there]: readonly Catalogue[] = [allTexts.en, allTexts[language]];
  const keys = Object.keys(allTexts.en).filter((key) => key.startsWith('health.'));
  const ofHealth = keys.map((key) => [english?.[key], there?.[key]]);
  return { ...Object.fromEntries(ofHealth), ...sentences[language] };
}

const sayers = new Map<Language, (said: string) => string>();

/** What the player has said of itself in English, each sentence as somebody reads it in their language. */
export function retold(language: Language, ...said: readonly (Sentence | null)[]): readonly string[] {
  const say = sayers.get(language) ?? translated(allSentences(language));
  sayers.set(language, say);
  const { message } = wordsOf(language);
  return said.flatMap((one) => (one ? [typeof one === 'string' ? say(one) : message(one)] : []));
}
