import { readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../errors.ts';

/**
 * On Linux the browser's lock is a link to `<host name>-<process>`. One left by a dead process of this machine is
 * taken over, but one with another host name counts as held for ever: a kiosk that was renamed after a power cut,
 * or set up from a copied card, would never start again. The data folder is local, and its own lock decides.
 */
export function dropForeignLock(profileFolder: string, thisHost = hostname()): boolean {
  const lock = join(profileFolder, 'SingletonLock');
  const holder = linkedTo(lock);
  if (holder === null || holder.replace(/-\d+$/, '') === thisHost) return false;
  rmSync(lock, { force: true });
  return true;
}

function linkedTo(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    // No lock, no folder yet, or no link (Windows): nothing that could be foreign.
    if (['ENOENT', 'ENOTDIR', 'EINVAL'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}
