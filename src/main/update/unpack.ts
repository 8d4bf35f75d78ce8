import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { message } from '../../shared/languages/message.ts';
import { releaseError } from '../release/failure.ts';
import { compareVersions, type Release } from '../release/release.ts';
import { plainFs } from './plain-fs.ts';
import { completeMark, removeTree, type ShelfFolder } from './shelf.ts';

const run = promisify(execFile);

/**
 * Turns verified bytes into a release: unpacks beside it, flushes, marks, and only then moves it into place. The system's tar
 * unpacks, in a separate process.
 */
export async function unpack(
  shelf: ShelfFolder,
  { sha256, version }: Release,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(shelf.unpacking, randomBytes(8).toString('hex'));
  const place = shelf.folderOf(sha256);
  await plainFs().mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await extract(file, folder, signal);
    await mustBePlain(folder);
    // Created exclusively: a link of that name is never followed.
    await plainFs().writeFile(join(folder, completeMark), `${version}\n`, { mode: 0o444, flag: 'wx' });
    await settle(folder);
    // Must precede the rename: a power cut in between would lock the player out of what root unpacked.
    await plainFs().chmod(folder, 0o755);
    await shelf.open();
    // A folder without its mark is the rest of a removal.
    await removeTree(place);
    await plainFs().rename(folder, place);
    await plainFs().chmod(place, 0o555);
    await shelf.fs.syncFolder(shelf.releases);
  } catch (thrown) {
    // The first failure counts; the next tidying removes the rest.
    await removeTree(shelf.unpacking).catch(() => undefined);
    throw thrown;
  }
  await removeTree(shelf.unpacking);
}

/** The files belong to the account that unpacks, and their modes grant no rights. */
const plainly = ['--no-same-owner', '--no-same-permissions'];

export async function extract(file: string, folder: string, signal: AbortSignal): Promise<void> {
  const args = ['-xzf', file, '-C', folder, '--strip-components=1', ...plainly];
  try {
    await run('tar', args, { signal, maxBuffer: 1024 * 1024 });
  } catch (cause) {
    signal.throwIfAborted();
    throw releaseError(message('update-not-runnable.unpack'), {
      cause,
      kind: 'temporary',
    });
  }
}

/** Only plain files and folders: root must not follow a link, device or pipe, nor trust a mark in the package. */
async function mustBePlain(folder: string): Promise<void> {
  for (const entry of await plainFs().readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if ((entry.isFile() || entry.isDirectory()) && path !== completeMark) continue;
    throw releaseError(message('update-not-runnable.entry', { path: path.slice(0, 200) }));
  }
}

/** Detects a package for another machine, or with another version than the signed one, before the switch. */
export async function mustRun(
  path: string,
  { version }: Pick<Release, 'version'>,
  signal: AbortSignal,
  longestMs = 60_000,
): Promise<void> {
  let printed = '';
  try {
    // A release that hangs may ignore other signals, and no check could begin until it ends.
    const limits = { signal, timeout: longestMs, killSignal: 'SIGKILL' } as const;
    printed = (await run(path, ['--version'], limits)).stdout.trim();
  } catch (cause) {
    signal.throwIfAborted();
    // A machine short of memory, descriptors or time proves nothing about the release.
    const kind = isItsOwn(cause) ? 'permanent' : 'temporary';
    throw releaseError(message('update-not-runnable', { version }), {
      cause,
      kind,
    });
  }
  if (!/^\d+\.\d+\.\d+/.test(printed) || compareVersions(printed, version) !== 0)
    throw releaseError(message('update-not-runnable.version', { version, found: printed }));
}

function isItsOwn(cause: unknown): boolean {
  if (!(cause instanceof Error && 'code' in cause)) return false;
  return typeof cause.code === 'number' || ['ENOENT', 'EACCES', 'ENOEXEC'].includes(String(cause.code));
}

/** Windows flushes only what may be written to. */
const toFlush = process.platform === 'win32' ? 'r+' : 'r';

/** Flushes everything and makes it read-only. The outermost folder stays writable, as it must be renamed. */
async function settle(folder: string): Promise<void> {
  for (const entry of await plainFs().readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await settle(path);
      await plainFs().chmod(path, 0o555);
    } else if (entry.isFile()) {
      const file = await plainFs().open(path, toFlush);
      try {
        await file.sync();
        const { mode } = await file.stat();
        await file.chmod(readOnly(mode));
      } finally {
        await file.close();
      }
    }
  }
  // Windows has no way to open a folder for this; its file systems journal names by themselves.
  if (process.platform === 'win32') return;
  const itself = await plainFs().open(folder, 'r');
  try {
    await itself.sync();
  } finally {
    await itself.close();
  }
}

/** Readable for everybody, whatever the umask at packing or unpacking. */
function readOnly(mode: number): number {
  return (mode & 0o100) === 0 ? 0o444 : 0o555;
}
