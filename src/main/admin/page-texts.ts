import german from '../../shared/languages/de/sentences.json' with { type: 'json' };
import spanish from '../../shared/languages/es/sentences.json' with { type: 'json' };
import french from '../../shared/languages/fr/sentences.json' with { type: 'json' };
import { allTexts, type Language } from '../../shared/languages/words.ts';

/** How others say what the player says of itself in English. */
export const sentences: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ...{ en: {}, de: german, fr: french, es: spanish },
};

/** What the page says, in one language: nothing of the stage or of setup. */
export function pageTexts(language: Language): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(allTexts[language]).filter(([key]) => key.startsWith('page.')));
}
