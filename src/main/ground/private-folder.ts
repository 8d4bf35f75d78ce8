import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * Whether no other user can have prepared or can replace a folder: it and its parents belong to us or root, and others
 * may not write there. Files elsewhere must not be run, trusted or removed.
 */
export function isPrivate(folder: string): boolean {
  // Windows: access lists protect the user's profile.
  if (process.platform === 'win32') return true;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & writableByOthers) === 0 && isKept(folder, false);
}

/** Requires such a folder. `make`: creates it if it is missing. */
function isKept(folder: string, make: boolean): boolean {
  const above = dirname(folder);
  // From the top down: nothing is created or changed below another user's folder.
  if (above !== folder && !isKept(above, make)) return false;
  if (make && !lstatSync(folder, { throwIfNoEntry: false })) makeFolder(folder);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || (stats.uid !== process.getuid?.() && stats.uid !== 0)) return false;
  return (stats.mode & writableByOthers) === 0 || (stats.mode & sticky) !== 0;
}

/** Such a folder, created if necessary; null: impossible here. */
export function privateFolder(folder: string, mode = 0o700): string | null {
  try {
    if (process.platform === 'win32') makeFolder(folder);
    else if (!isKept(dirname(folder), true)) return null;
    else close(folder, mode);
    return isPrivate(folder) ? folder : null;
  } catch {
    // The disk is full or read-only, or the path is not a folder.
    return null;
  }
}

/** Never follows a link: another user could place one between check and change. */
function close(folder: string, mode: number): void {
  makeFolder(folder);
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const handle = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    if (fstatSync(handle).uid === process.getuid?.()) fchmodSync(handle, mode);
  } finally {
    closeSync(handle);
  }
}

/** The parent of disposable files. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine', 'cache');
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vitrine');
}
