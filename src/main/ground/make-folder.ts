import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './errors.ts';

/**
 * Makes a folder and its parents, private to us. Node's recursive mkdir loops endlessly and ignores signals where a file
 * system refuses a folder that could exist, such as below /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' && dirname(path) !== path && !isFolder(dirname(path))) {
      makeFolder(dirname(path));
      makeFolder(path);
    } else if (code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
