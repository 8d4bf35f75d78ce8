import { inEnglish } from '../../../shared/languages/message.ts';
import type { Unplayable } from '../../schedule/unplayable.ts';
import { table } from './table.ts';

/** So many files are told by name; programs read the rest with `--json`. */
const mostTold = 10;
const longestCell = 160;

/** What of the edition that plays is never seen, and what to do; nothing where all of it plays. */
export function unplayableText(files: readonly Unplayable[], columns: number): string {
  if (files.length === 0) return '';
  const rows = files
    .slice(0, mostTold)
    .map(({ mediaFileId, name, detail }) => [mediaFileId, name, inEnglish(detail)]);
  const more = files.length > mostTold ? `and ${files.length - mostTold} more\n` : '';
  return `\nCannot be played:\n${table(['id', 'file', 'why'], rows, { columns, longestCell })}${more}`;
}
