import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder as the browser takes it: there, absolute and writable. On a disk that takes nothing any more the show
 * must go on, so a folder of this start alone takes its place: the browser keeps nothing in it that is missed.
 */
export function usableProfile(wanted: string): string {
  const folder = resolve(wanted);
  try {
    mkdirSync(folder, { recursive: true });
    // Rights alone do not tell of a full or read-only disk.
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return folder;
  } catch {
    // Why it takes nothing is the store's to say: it lives in the same data folder.
    return mkdtempSync(join(tmpdir(), 'vitrine-profile-'));
  }
}
