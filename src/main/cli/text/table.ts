import { cutLinesOf, shortened, width } from './width.ts';

export interface TableOptions {
  /** The width of the terminal. */
  readonly columns?: number;
  /** Longer cells are cut after so many letters. */
  readonly longestCell?: number;
}

/** Between columns. */
const gap = '  ';
/** Minimum width of a column of text. */
const leastWidth = 12;

/**
 * A table as text. Columns are as wide as their widest cell, and numbers are right-aligned. On a narrow terminal long cells wrap;
 * if that leaves too little room, each cell gets its own line.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns = Number.POSITIVE_INFINITY, longestCell = 60 }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, longestCell)));
  const natural = head.map((name, column) =>
    Math.max(width(name), ...cells.map((row) => width(row[column] ?? ''))),
  );
  const widths = narrowed(natural, columns - gap.length * (head.length - 1));
  if (widths === null) return cells.map((row) => record(head, row, columns)).join('\n');
  const isNumeric = head.map(
    (_, column) =>
      rows.length > 0 && cells.every((row) => /^[-–]?$|^[\d.,:]+( [kMGT]?B)?$/.test(row[column] ?? '')),
  );
  const padded = (text: string, column: number): string => {
    const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
    return isNumeric[column] ? space + text : text + space;
  };
  const linesOf = (row: readonly string[]): readonly string[] => {
    const parts = row.map((cell, column) => cutLinesOf(cell, widths[column] ?? 0));
    const height = Math.max(...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      parts
        .map((part, column) => padded(part[line] ?? '', column))
        .join(gap)
        .trimEnd(),
    );
  };
  return [head, ...cells]
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');
}

/** Narrows the widest columns until all fit; null: they would become too narrow to read. */
function narrowed(natural: readonly number[], room: number): readonly number[] | null {
  const widths = [...natural];
  while (widths.reduce((sum, each) => sum + each, 0) > room) {
    const widest = Math.max(...widths);
    if (widest <= leastWidth) return null;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** One row with a line for each cell. */
function record(head: readonly string[], row: readonly string[], columns: number): string {
  const indent = Math.max(...head.map(width)) + gap.length;
  return head
    .flatMap((name, column) => {
      const lines = cutLinesOf(row[column] ?? '', Math.max(columns - indent, 1));
      return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(indent)}${line}`.trimEnd());
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Removes line breaks and control characters, which a name from the CMS may contain. */
export function oneLine(cell: string, longest: number = Number.POSITIVE_INFINITY): string {
  return shortened(cell.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim(), longest);
}
