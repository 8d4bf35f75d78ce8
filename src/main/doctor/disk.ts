import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../errors.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';

/** Below this much free space an update of ordinary size may not fit. */
const comfortableBytes = 1_000_000_000;

/** Looks without writing: a folder that is not there yet is judged by the one in which it would be made. */
export function checkDisk(dataDir: string): Finding {
  const folder = existing(dataDir);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const readOnly = systemCode(error) === 'EROFS';
    return fail(
      'disk',
      `${folder} cannot be written: ${readOnly ? 'the file system is read-only' : 'this user may not'}.`,
      readOnly
        ? 'Mount it writable, or set dataDir to another disk.'
        : 'Change its owner, or set dataDir to another folder.',
    );
  }
  const stats = statfsSync(folder);
  const free = stats.bavail * stats.bsize;
  const message = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (stats.files > 0 && stats.ffree < 1000)
    return warn('disk', `Only ${stats.ffree} files more fit on the disk.`, 'Remove files.');
  if (free < comfortableBytes)
    return warn('disk', `${message}.`, 'Make room: an update may not fit beside the show.');
  return ok('disk', message);
}

function existing(folder: string): string {
  try {
    statfsSync(folder);
    return folder;
  } catch (error) {
    const parent = dirname(folder);
    return systemCode(error) === 'ENOENT' && parent !== folder ? existing(parent) : folder;
  }
}
