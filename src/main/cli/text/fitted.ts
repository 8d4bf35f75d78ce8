import { linesOf, width } from './width.ts';

/**
 * The same text with lines no wider than the terminal. A line that is broken goes on below its last column, or with a
 * small indent where that would leave no room.
 */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (width(line) <= columns ? line : wrapped(line, columns)))
    .join('\n');
}

function wrapped(line: string, columns: number): string {
  const [before = ''] = /^ *(\S+( \S+)* {2,})*/.exec(line) ?? [];
  const rest = line.slice(before.length);
  if (before.length <= columns / 2)
    return before + linesOf(rest, columns - before.length).join(`\n${' '.repeat(before.length)}`);
  return [before.trimEnd(), ...linesOf(rest, columns - 6).map((part) => `      ${part}`)].join('\n');
}
