/** Controls that no screen text needs: line breaks become spaces, the rest goes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const spaces = /[\u0000-\u001f\u007f-\u009f\u00a0\u2028\u2029]+/g;
/** Marks and overrides of writing direction, which let a text pose as another, and characters without a shape. */
const invisible =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
/** More marks on one letter than any language has would grow over the lines around. */
const piledUp = /(\p{M}{4})\p{M}+/gu;

/** One line for a screen, from a text of anybody. The stage never parses it as markup. */
export function harmless(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(piledUp, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
}
