import german from './de/sentences.json' with { type: 'json' };
import spanish from './es/sentences.json' with { type: 'json' };
import french from './fr/sentences.json' with { type: 'json' };
import { translated } from './translated.js';
import { allTexts, type Language, type TextKey } from './words.ts';

type Sentences = Readonly<Record<string, string>>;

/** How others say what the player says of itself in English. */
export const sentences: Readonly<Record<Language, Sentences>> = {
  ...{ en: {}, de: german, fr: french, es: spanish },
};

/** With what health says, which has texts of its own. */
export function allSentences(language: Language): Sentences {
  if (language === 'en') return {};
  const keys = Object.keys(allTexts.en).filter((key): key is TextKey => key.startsWith('page.health.'));
  const ofHealth = keys.map((key) => [allTexts.en[key], allTexts[language][key]]);
  return { ...Object.fromEntries(ofHealth), ...sentences[language] };
}

const sayers = new Map<Language, (said: string) => string>();

/** What the player has said of itself in English, each sentence as somebody reads it in their language. */
export function retold(language: Language, ...said: readonly (string | null)[]): readonly string[] {
  const say = sayers.get(language) ?? translated(allSentences(language));
  sayers.set(language, say);
  return said.flatMap((sentence) => (sentence ? [say(sentence)] : []));
}
