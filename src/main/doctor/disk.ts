import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../errors.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';

/** Below this much free space an update of ordinary size may not fit. */
const comfortableBytes = 1_000_000_000;

/** Looks without writing: a folder that is not there yet is judged by the one in which it would be made. */
export function checkDisk(dataDir: string): Finding {
  const folder = existing(dataDir);
  try {
    if (!statSync(folder).isDirectory())
      return fail(
        'disk',
        `${dataDir} cannot be a folder: ${folder} is none.`,
        'Set dataDir to another place.',
      );
    accessSync(folder, constants.W_OK | constants.X_OK);
    return checkSpace(dataDir, folder);
  } catch (error) {
    const isReadOnly = systemCode(error) === 'EROFS';
    return fail(
      'disk',
      `${folder} cannot be written: ${isReadOnly ? 'the file system is read-only' : 'this user may not'}.`,
      isReadOnly
        ? 'Mount it writable, or set dataDir to another disk.'
        : 'Change its owner, or set dataDir to another folder.',
    );
  }
}

function checkSpace(dataDir: string, folder: string): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (files > 0 && ffree < 1000)
    return warn('disk', `Only ${ffree} files more fit on the disk.`, 'Remove files.');
  if (free < comfortableBytes)
    return warn('disk', `${message}.`, 'Make room: an update may not fit beside the show.');
  return ok('disk', message);
}

/** The path, or the innermost folder around it that exists. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}
