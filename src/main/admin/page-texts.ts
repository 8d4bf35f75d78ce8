import { allTexts, type Language } from '../../shared/languages/words.ts';

/** What the page says, in one language: nothing of the stage, and of setup only the names of doctor's checks. */
export function pageTexts(language: Language): Readonly<Record<string, unknown>> {
  const own = Object.entries(allTexts[language]).filter(([key]) => /^(page|setup\.finding)\./.test(key));
  return Object.fromEntries(own);
}
