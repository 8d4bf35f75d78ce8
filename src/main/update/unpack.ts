import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { releaseError } from '../release/failure.ts';
import { compareVersions, type Release } from '../release/release.ts';
import { completeMark, removeTree, type UpdateRoot } from './update-root.ts';

const run = promisify(execFile);
const program = process.platform === 'win32' ? 'vitrine.exe' : 'vitrine';

/**
 * Verified bytes become a release: unpacked beside, tried whether it runs here at all, flushed, marked and only then put
 * in its place. The system's own tar does the unpacking, in a process of its own.
 */
export async function unpack(
  root: UpdateRoot,
  release: Release,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(root.unpacking, randomBytes(8).toString('hex'));
  const place = root.folderOf(release.sha256);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await extract(file, folder, signal);
    await mustRun(join(folder, program), release, signal);
    await writeFile(join(folder, completeMark), `${release.version}\n`);
    await settle(folder);
    await mkdir(join(root.path, 'releases'), { recursive: true, mode: 0o755 });
    // What stands there without its mark is the rest of a removal.
    await removeTree(place);
    await rename(folder, place);
    await chmod(place, 0o555);
    await root.fs.syncFolder(join(root.path, 'releases'));
  } finally {
    await removeTree(root.unpacking);
  }
}

async function extract(file: string, folder: string, signal: AbortSignal): Promise<void> {
  const args = ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner'];
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
async function mustRun(path: string, { version }: Release, signal: AbortSignal): Promise<void> {
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

/** Everything to the disk, and nothing to be written any more. The outermost folder can only be renamed while it can. */
async function settle(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await settle(path);
      await chmod(path, 0o555);
    } else if (entry.isFile()) {
      const file = await open(path, 'r');
      try {
        await file.sync();
        const { mode } = await file.stat();
        await file.chmod(mode & 0o555);
      } finally {
        await file.close();
      }
    }
  }
  const itself = await open(folder, 'r');
  try {
    await itself.sync();
  } finally {
    await itself.close();
  }
}
