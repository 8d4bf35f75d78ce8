import { allTexts } from './catalogues.ts';
import type { Language } from './language.ts';

/** Texts of the fleet page, and of the messages that players report. */
export function fleetPageTexts(language: Language): Readonly<Record<string, unknown>> {
  const needed = Object.entries(allTexts[language]).filter(
    ([key]) => /^page\.health\./.test(key) || !/^(page|setup|stage)\./.test(key),
  );
  return Object.fromEntries(needed);
}
