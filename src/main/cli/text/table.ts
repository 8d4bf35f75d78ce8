import { cutLinesOf, shortened, width } from './width.ts';

export interface TableOptions {
  /** Of the terminal: what does not fit beside the other columns goes on in the next line. */
  readonly columns?: number;
  /** Letters of a cell; of a longer one the beginning is shown. */
  readonly longestCell?: number;
}

const between = 2;
/** A column is not made narrower than this. */
const leastWidth = 6;

/** Columns for people, padded to the widest cell. Numbers, and what looks like them, stand on the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns = Number.POSITIVE_INFINITY, longestCell = 60 }: TableOptions = {},
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => oneLine(cell, longestCell)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  narrow(widths, columns - between * (widths.length - 1));
  const isNumeric = head.map(
    (_, column) =>
      rows.length > 0 &&
      cells.slice(1).every((row) => /^[-–]?$|^[\d.,:]+( [kMGT]?B)?$/.test(row[column] ?? '')),
  );
  const padded = (text: string, column: number): string => {
    const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
    return isNumeric[column] ? gap + text : text + gap;
  };
  const linesOf = (row: readonly string[]): readonly string[] => {
    const parts = row.map((cell, column) => cutLinesOf(cell, widths[column] ?? 0));
    const height = Math.max(...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      parts
        .map((part, column) => padded(part[line] ?? '', column))
        .join(' '.repeat(between))
        .trimEnd(),
    );
  };
  return cells
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');
}

/** Takes from the widest columns until they fit together. */
function narrow(widths: number[], room: number): void {
  for (;;) {
    const widest = Math.max(...widths);
    if (widest <= leastWidth || widths.reduce((sum, each) => sum + each, 0) <= room) return;
    widths[widths.indexOf(widest)] = widest - 1;
  }
}

/** A name from the CMS may hold anything: line breaks and control characters would spoil more than the table. */
function oneLine(cell: string, longest: number): string {
  return shortened(cell.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim(), longest);
}
