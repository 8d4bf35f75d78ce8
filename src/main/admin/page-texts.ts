import { allTexts } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';

/** What the page says, in one language: nothing of the stage, and of setup only the names of doctor's checks. */
export function pageTexts(language: Language): Readonly<Record<string, unknown>> {
  const own = Object.entries(allTexts[language]).filter(
    ([key]) => /^setup\.finding\./.test(key) || !/^(setup|stage|fleet)\./.test(key),
  );
  return Object.fromEntries(own);
}
