import { linesOf, width } from './width.ts';

/**
 * Wraps text to the terminal. A wrapped line continues below its last column, or with a small indent if that leaves no room.
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
