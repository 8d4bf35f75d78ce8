import { type Language, languageIn } from '../../shared/languages/language.ts';

/** The configured language, or that of the machine, or English. */
export function shopLanguage(
  configured: Language | null,
  env: NodeJS.ProcessEnv = process.env,
  system = new Intl.DateTimeFormat().resolvedOptions().locale,
): Language {
  // The first that is set decides, also when it is one that we have no texts in.
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || system;
  return configured ?? languageIn(locale) ?? 'en';
}
