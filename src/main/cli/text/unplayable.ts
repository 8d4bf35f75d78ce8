import { inEnglish } from '../../../shared/languages/message.ts';
import type { Unplayable } from '../../schedule/unplayable.ts';
import { table } from './table.ts';

/** Lists at most so many files; `--json` has all. */
const mostListed = 10;
const longestCell = 160;

/** The files of the edition that cannot play, with a remedy; empty if all play. */
export function unplayableText(files: readonly Unplayable[], columns: number): string {
  if (files.length === 0) return '';
  const rows = files
    .slice(0, mostListed)
    .map(({ mediaFileId, name, detail }) => [mediaFileId, name, inEnglish(detail)]);
  const more = files.length > mostListed ? `and ${files.length - mostListed} more\n` : '';
  return `\nCannot be shown:\n${table(['id', 'file', 'why'], rows, { columns, longestCell })}${more}`;
}
