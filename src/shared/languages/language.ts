/** Each language by its own name, for those who cannot read the others. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
} as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];

/** The language that a tag (`de-AT`) or the name of a locale (`de_AT.UTF-8`) means; null when there are no texts in it. */
export function languageIn(tag: string | null | undefined): Language | null {
  const meant = /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase();
  return languages.find((language) => language === meant) ?? null;
}
