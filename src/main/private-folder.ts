import { chmodSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * Makes a folder that nobody else may have prepared or may exchange: it and all above it are ours or root's, and others
 * may not write there. False where that is not so; what lies in such a folder must not be run, trusted or removed.
 */
export function isPrivate(folder: string): boolean {
  // There permissions are lists that go with the user's profile.
  if (process.platform === 'win32') return true;
  const us = process.getuid?.() ?? -1;
  for (let path = folder; ; path = dirname(path)) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isDirectory() || (stats.uid !== us && stats.uid !== 0)) return false;
    // In a sticky folder what is ours stays where it is.
    if ((stats.mode & writableByOthers) !== 0 && (path === folder || (stats.mode & sticky) === 0))
      return false;
    if (dirname(path) === path) return true;
  }
}

/** Such a folder, made if need be; null where there can be none. */
export function privateFolder(folder: string, mode = 0o700): string | null {
  try {
    makeFolder(folder);
    if (process.platform !== 'win32' && lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, mode);
    return isPrivate(folder) ? folder : null;
  } catch {
    // A disk that is full or read-only, or something else in the folder's place.
    return null;
  }
}

/** What may be lost at any time is kept below this. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine', 'cache');
  if (process.getuid?.() === 0) return '/var/cache/vitrine';
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vitrine');
}
