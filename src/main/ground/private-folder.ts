import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * Whether no other user can have prepared or can replace a folder: it and its parents belong to us or root, and others may not
 * write there. Files elsewhere must not be run, trusted or removed.
 */
export function isPrivate(folder: string): boolean {
  // There permissions are lists that go with the user's profile.
  if (process.platform === 'win32') return true;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & writableByOthers) === 0 && isKept(folder, false);
}

/** What is ours in such a folder stays where it is. `make`: a folder that is missing is made. */
function isKept(folder: string, make: boolean): boolean {
  const above = dirname(folder);
  // From the top down: below a folder of somebody else nothing is made or changed.
  if (above !== folder && !isKept(above, make)) return false;
  if (make && !lstatSync(folder, { throwIfNoEntry: false })) makeFolder(folder);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || (stats.uid !== process.getuid?.() && stats.uid !== 0)) return false;
  return (stats.mode & writableByOthers) === 0 || (stats.mode & sticky) !== 0;
}

/** Such a folder, made if need be; null where there can be none. */
export function privateFolder(folder: string, mode = 0o700): string | null {
  try {
    if (process.platform === 'win32') makeFolder(folder);
    else if (!isKept(dirname(folder), true)) return null;
    else close(folder, mode);
    return isPrivate(folder) ? folder : null;
  } catch {
    // A disk that is full or read-only, or something else in the folder's place.
    return null;
  }
}

/** Never through a link: between a look and a change by name there would be time to lay one. */
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

/** What may be lost at any time is kept below this. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine', 'cache');
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vitrine');
}
