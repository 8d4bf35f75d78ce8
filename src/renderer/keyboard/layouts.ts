import type { Language } from '../../shared/languages/language.ts';

/** The rows of letters of one language, and what a long press offers instead of each. */
export interface Layout {
  /** The third row lies between Shift and Backspace. */
  readonly rows: readonly [string, string, string];
  readonly accents: Readonly<Record<string, string>>;
}

const common: Readonly<Record<string, string>> = {
  '.': '?!:;…',
  ',': ';:\'"-',
  '€': '$£¥¢',
  '"': '“”„«»',
  "'": '’‘‚‹›',
  '-': '–—',
  '?': '¿',
  '!': '¡',
};

const letters: Readonly<Record<string, string>> = {
  a: 'àáâäæãåā',
  c: 'çćč',
  e: 'éèêëēę',
  g: 'ğ',
  i: 'íìîïī',
  l: 'ł',
  n: 'ñń',
  o: 'óòôöœøõ',
  s: 'ßśšş',
  u: 'úùûüū',
  y: 'ýÿ',
  z: 'žźż',
};

export const layouts: Readonly<Record<Language, Layout>> = {
  en: { rows: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'], accents: letters },
  de: {
    rows: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'],
    accents: { ...letters, a: 'äàáâæãå', o: 'öóòôœøõ', u: 'üúùû' },
  },
  fr: {
    rows: ['azertyuiop', 'qsdfghjklm', "wxcvbn'é"],
    accents: { ...letters, a: 'àâæáä', e: 'éèêë', i: 'îïíì', o: 'ôœóòö', u: 'ùûüú' },
  },
  es: { rows: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'], accents: { ...letters, u: 'úüùû' } },
};

/** Two pages of digits and symbols, the same in all languages. */
export const symbols: readonly Layout['rows'][] = [
  ['1234567890', '@#€&_-+()/', '*"\':;!?'],
  ['[]{}<>^~\\|', '%=$£¥°§©`•', '¿¡«»„“”'],
];

/** The fourth column follows: Backspace, signs, and Enter. */
export const numeric = {
  number: { rows: ['123', '456', '789'], signs: '-.', last: ',' },
  tel: { rows: ['123', '456', '789'], signs: '+*', last: '#' },
  pin: { rows: ['123', '456', '789'], signs: '', last: '' },
} as const;

/** What a long press on a key offers, in the case of the key. */
export function alternatives(layout: Layout, text: string): readonly string[] {
  const isUpper = text !== text.toLowerCase();
  const offered = layout.accents[text.toLowerCase()] ?? common[text] ?? '';
  return [...offered].map((one) => (isUpper ? upper(one) : one));
}

/** The capital ß is a letter of its own; the usual rule would write SS. */
export const upper = (text: string): string => (text === 'ß' ? 'ẞ' : text.toUpperCase());
