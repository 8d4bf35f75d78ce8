const segments = new Intl.Segmenter();

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]|\p{Emoji_Presentation}|\ufe0f/u;

/** Columns on a terminal: wide letters (East Asian, emoji) take two. */
export function width(text: string): number {
  // Fast path for ASCII: a list may have a hundred thousand names.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return lettersOf(text).reduce((columns, letter) => columns + widthOf(letter), 0);
}

/** The first letters of a text, with an ellipsis for the rest. */
export function shortened(text: string, most: number): string {
  const letters = text.length <= most ? [] : lettersOf(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** Wraps between words. A word longer than a line gets its own line. */
export function linesOf(text: string, columns: number): readonly string[] {
  if (width(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && width(line) + 1 + width(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The same, but breaks a word that is too long. */
export function cutLinesOf(text: string, columns: number): readonly string[] {
  return linesOf(text, columns).flatMap((line) => {
    if (width(line) <= columns) return [line];
    const pieces: string[] = [];
    let piece = '';
    for (const letter of lettersOf(line)) {
      if (piece !== '' && width(piece) + widthOf(letter) > columns) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
    }
    return [...pieces, piece];
  });
}

function lettersOf(text: string): readonly string[] {
  return Array.from(segments.segment(text), ({ segment }) => segment);
}

function widthOf(letter: string): number {
  return wide.test(letter) ? 2 : 1;
}
