import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { releaseError } from '../release/failure.ts';
import { compareVersions, type Release } from '../release/release.ts';
import { completeMark, removeTree, type ShelfFolder } from './shelf.ts';

const run = promisify(execFile);

/**
 * Verified bytes become a release: unpacked beside, tried, flushed, marked and only then put in its place. The system's own
 * tar does the unpacking, in a process of its own.
 */
export async function unpack(
  shelf: ShelfFolder,
  { sha256, version }: Release,
  file: string,
  signal: AbortSignal,
  tried: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = join(shelf.unpacking, randomBytes(8).toString('hex'));
  const place = shelf.folderOf(sha256);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await extract(file, folder, signal);
    await tried(folder);
    await writeFile(join(folder, completeMark), `${version}\n`, { mode: 0o444 });
    await settle(folder);
    await shelf.open();
    // What stands there without its mark is the rest of a removal.
    await removeTree(place);
    await rename(folder, place);
    await chmod(place, 0o555);
    await shelf.fs.syncFolder(shelf.releases);
  } finally {
    await removeTree(shelf.unpacking);
  }
}

/** Whoever unpacks: the files are his, and no bit of theirs gives rights. */
const plainly = ['--no-same-owner', '--no-same-permissions'];

async function extract(file: string, folder: string, signal: AbortSignal): Promise<void> {
  const args = ['-xzf', file, '-C', folder, '--strip-components=1', ...plainly];
  try {
    await run('tar', args, { signal, maxBuffer: 1024 * 1024 });
  } catch (cause) {
    signal.throwIfAborted();
    throw releaseError('update-not-runnable', 'The package cannot be unpacked.', {
      cause,
      kind: 'temporary',
    });
  }
}

/** A package for another machine, or with another version than is signed, is found out before anything is switched. */
export async function mustRun(path: string, { version }: Release, signal: AbortSignal): Promise<void> {
  let said = '';
  try {
    said = (await run(path, ['--version'], { signal, timeout: 60_000 })).stdout.trim();
  } catch (cause) {
    signal.throwIfAborted();
    throw releaseError('update-not-runnable', `Release ${version} does not run on this machine.`, { cause });
  }
  if (!/^\d+\.\d+\.\d+/.test(said) || compareVersions(said, version) !== 0)
    throw releaseError('update-not-runnable', `Release ${version} says of itself that it is ${said}.`);
}

/** Windows flushes only what may be written to. */
const toFlush = process.platform === 'win32' ? 'r+' : 'r';

/** Everything to the disk, and nothing to be written any more. The outermost folder can only be renamed while it can. */
async function settle(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await settle(path);
      await chmod(path, 0o555);
    } else if (entry.isFile()) {
      const file = await open(path, toFlush);
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
  const itself = await open(folder, 'r');
  try {
    await itself.sync();
  } finally {
    await itself.close();
  }
}

/** For everybody, whatever the mask of whoever has packed or unpacked it. */
function readOnly(mode: number): number {
  return (mode & 0o100) === 0 ? 0o444 : 0o555;
}
