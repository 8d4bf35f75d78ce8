import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '../release/release.ts';
import { extract, mustRun } from '../update/unpack.ts';

/**
 * Starts the program of a package once, as each player does before it switches: a package must print the version that is signed.
 * False: it is for another machine and cannot run here. Throws when it does not run, or prints another version.
 */
export async function printsVersion(
  file: string,
  release: Pick<Release, 'version' | 'architecture'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (release.architecture !== `${process.platform}-${process.arch}`) return false;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-package-'));
  try {
    await extract(file, folder, signal);
    await mustRun(join(folder, 'vitrine'), release, signal);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
