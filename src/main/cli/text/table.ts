/** Columns for people, padded to the widest cell. Numbers, and what looks like them, stand on the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  longestCell = 60,
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => oneLine(cell, longestCell)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  const isNumeric = head.map(
    (_, column) =>
      rows.length > 0 &&
      cells.slice(1).every((row) => /^[-–]?$|^[\d.,:]+( [kMGT]?B)?$/.test(row[column] ?? '')),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell)));
        return isNumeric[column] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return `${cells.map(line).join('\n')}\n`;
}

const segments = new Intl.Segmenter();

/** A name from the CMS may hold anything: line breaks and control characters would spoil more than the table. */
function oneLine(cell: string, longestCell: number): string {
  const plain = cell.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const letters =
    plain.length <= longestCell ? null : Array.from(segments.segment(plain), ({ segment }) => segment);
  return letters && letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : plain;
}

/** Columns on a terminal: wide letters (East Asian, emoji) take two. */
function width(text: string): number {
  let columns = 0;
  for (const { segment } of segments.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]|\p{Emoji_Presentation}|\ufe0f/u;
