/** Each language by its native name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
} as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];

/** The language of a tag (`de-AT`) or locale (`de_AT.UTF-8`); null when it has no catalogue. */
export function languageIn(tag: string | null | undefined): Language | null {
  const meant = /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase();
  return languages.find((language) => language === meant) ?? null;
}
