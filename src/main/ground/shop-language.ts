import { type Language, languageIn } from '../../shared/languages/language.ts';

/** The configured language, else the machine's, else English. */
export function shopLanguage(
  configured: Language | null,
  env: NodeJS.ProcessEnv = process.env,
  system = new Intl.DateTimeFormat().resolvedOptions().locale,
): Language {
  // The first variable that is set decides, even if there are no texts in its language.
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || system;
  return configured ?? languageIn(locale) ?? 'en';
}
