import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { systemCode } from '../ground/errors.ts';
import { type Finding, fail, ok, warn } from '../ground/finding.ts';

/** With less free space, an ordinary update may not fit. */
const comfortableBytes = 1_000_000_000;

/** Checks without writing: a missing folder is judged by the folder in which it would be created. */
export function checkDisk(dataDir: string): Finding {
  const folder = existing(dataDir);
  try {
    if (!statSync(folder).isDirectory())
      return fail('disk', message('doctor.disk.no-folder', { folder: dataDir, other: folder }));
    accessSync(folder, constants.W_OK | constants.X_OK);
    return checkSpace(dataDir, folder);
  } catch (error) {
    const isReadOnly = systemCode(error) === 'EROFS';
    return fail(
      'disk',
      message(isReadOnly ? 'doctor.disk.read-only' : 'doctor.disk.not-permitted', { folder }),
    );
  }
}

function checkSpace(dataDir: string, folder: string): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  const free = bavail * bsize;
  if (files > 0 && ffree < 1000) return warn('disk', message('doctor.disk.inodes', { count: ffree }));
  if (free < comfortableBytes) return warn('disk', message('doctor.disk.low', { free, folder: dataDir }));
  return ok('disk', message('doctor.disk.free', { free, folder: dataDir }));
}

/** The path, or its innermost existing parent. */
function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}
