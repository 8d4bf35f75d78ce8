import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../ground/make-folder.ts';
import { keepAsOwn, leftBehind, ownPrefix } from '../left-behind.ts';

const prefix = 'vitrine-profile-';

/**
 * The profile folder: absolute, existing and writable. On a full or read-only disk the show must go on, so a temporary
 * folder serves for this start: nothing valuable is kept in it.
 */
export function usableProfile(wanted: string): string {
  const folder = resolve(wanted);
  try {
    makeFolder(folder);
    // Permissions alone do not reveal a full or read-only disk.
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return folder;
  } catch {
    // The store, in the same data folder, reports why nothing can be written.
    removeLeftBehind();
    const instead = mkdtempSync(join(tmpdir(), ownPrefix(prefix)));
    keepAsOwn(instead);
    return instead;
  }
}

/** The browser writes to its folder until it ends, so the next start removes it. */
function removeLeftBehind(): void {
  for (const name of leftBehind(prefix, readdirSync(tmpdir()))) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user, who has to remove it.
    }
  }
}
