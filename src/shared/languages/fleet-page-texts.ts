import { allTexts } from './catalogues.ts';
import type { Language } from './language.ts';

/** Of the elements that it shares with the player's page. */
const shared = ['page.close', 'page.actions.cancel', 'page.login.leave', 'page.tab.settings'];

const forms = /^page\.(interrupt|hours|settings?)\./;

/** Texts of the fleet page, and of the messages that players report. */
export function fleetPageTexts(language: Language): Readonly<Record<string, unknown>> {
  const needed = Object.entries(allTexts[language]).filter(
    ([key]) => shared.includes(key) || forms.test(key) || !/^(page|setup|stage)\./.test(key),
  );
  return Object.fromEntries(needed);
}
