import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { systemCode } from '../ground/errors.ts';
import { type Finding, fail, ok, warn } from '../ground/finding.ts';

/** With less free space, an ordinary update may not fit. */
const comfortableBytes = 1_000_000_000;

/** Leaves nothing behind: a missing folder is judged by the folder in which it would be created. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const folder = existing(dataDir);
  try {
    if (!statSync(folder).isDirectory())
      return fail('disk', message('doctor.disk.no-folder', { folder: dataDir, other: folder }));
    const refused = notWritable(folder, folder === dataDir);
    if (refused !== null) return refused;
    await tryToWrite(folder);
    return checkSpace(dataDir, folder);
  } catch (error) {
    return failedToWrite(folder, error);
  }
}

function failedToWrite(folder: string, error: unknown): Finding {
  const code = systemCode(error) ?? '';
  if (code === 'EROFS') return fail('disk', message('doctor.disk.read-only', { folder }));
  if (['EACCES', 'EPERM'].includes(code))
    return fail('disk', message('doctor.disk.not-permitted', { folder }));
  return fail('disk', message('doctor.disk.not-writable', { folder, code: code || String(error) }));
}

/** The first of the folder and its contents that the player may not write; null: there is none. */
function notWritable(folder: string, isOurs: boolean): Finding | null {
  const owner = statSync(folder).uid;
  const inside = isOurs ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const path of [folder, ...inside]) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !(stats.isDirectory() || stats.isFile())) continue;
    // Root may write everything. The player runs as the owner of its folder.
    if (process.getuid?.() === 0 && owner !== 0) {
      if (path !== folder && stats.uid !== owner)
        return fail('disk', message('doctor.disk.owner', { path, uid: stats.uid, owner, folder }));
      if (!mayOwnerWrite(stats)) return fail('disk', message('doctor.disk.not-permitted', { folder: path }));
    }
    try {
      accessSync(path, stats.isDirectory() ? constants.W_OK | constants.X_OK : constants.W_OK);
    } catch (error) {
      return failedToWrite(path, error);
    }
  }
  return null;
}

function mayOwnerWrite(stats: Stats): boolean {
  const needed = stats.isDirectory() ? 0o300 : 0o200;
  return (stats.mode & needed) === needed;
}

/** Linux's O_TMPFILE, which Node does not name: a file without a name, gone when it is closed. */
const O_TMPFILE = 0o20200000;
const probe = Buffer.alloc(4096);

/** Finds what permissions do not show: an immutable folder, a quota, a failing disk. Only the flush reaches the disk itself. */
async function tryToWrite(folder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    await using handle = await open(folder, O_TMPFILE | constants.O_WRONLY, 0o600);
    await handle.write(probe);
    await handle.datasync();
  } catch (error) {
    // Not every file system has it.
    if (['EOPNOTSUPP', 'ENOTSUP', 'EISDIR', 'ENOENT', 'EINVAL'].includes(systemCode(error) ?? '')) return;
    throw error;
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
