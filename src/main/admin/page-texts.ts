import { allTexts, type Language } from '../../shared/languages/words.ts';

/** What the page says, in one language: nothing of the stage or of setup. */
export function pageTexts(language: Language): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(allTexts[language]).filter(([key]) => key.startsWith('page.')));
}
