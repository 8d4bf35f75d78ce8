import { allTexts } from './catalogues.ts';
import type { Language } from './language.ts';

/** What the page of a fleet needs: its own texts, and those of whatever players may report. */
export function fleetPageTexts(language: Language): Readonly<Record<string, unknown>> {
  const needed = Object.entries(allTexts[language]).filter(
    ([key]) => /^page\.health\./.test(key) || !/^(page|setup|stage)\./.test(key),
  );
  return Object.fromEntries(needed);
}
