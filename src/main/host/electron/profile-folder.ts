import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../ground/make-folder.ts';
import { keepAsOwn, leftBehind, ownPrefix } from '../left-behind.ts';

const prefix = 'vitrine-profile-';

/**
 * The folder as the browser takes it: it is there, absolute and writable. On a disk that takes nothing any more the
 * show must go on, so it is a folder for this start alone: the browser keeps nothing in it that would be missed.
 */
export function usableProfile(wanted: string): string {
  const folder = resolve(wanted);
  try {
    makeFolder(folder);
    // Rights alone do not tell of a full or read-only disk.
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return folder;
  } catch {
    // The store, in the same data folder, says why nothing can be written.
    removeLeftBehind();
    const instead = mkdtempSync(join(tmpdir(), ownPrefix(prefix)));
    keepAsOwn(instead);
    return instead;
  }
}

/** The browser writes in its folder to its very end, so the next start removes it. */
function removeLeftBehind(): void {
  for (const name of leftBehind(prefix, readdirSync(tmpdir()))) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's: it is theirs to remove.
    }
  }
}
