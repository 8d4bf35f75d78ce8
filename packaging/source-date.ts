import { execFileSync } from 'node:child_process';

/** The timestamp of all packaged files: that of the last commit, so that the same sources give the same bytes. */
export function sourceDate(root: string): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}
