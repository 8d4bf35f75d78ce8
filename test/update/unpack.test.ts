import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import type { Release } from '../../src/main/release/release.ts';
import { ShelfFolder } from '../../src/main/update/shelf.ts';
import { mustRun, unpack } from '../../src/main/update/unpack.ts';
import { passingFolder } from '../release/support/folder.ts';
import { isRunning } from '../support/is-running.ts';

const run = promisify(execFile);
const release: Release = {
  sha256: '2'.repeat(64),
  name: 'vitrine-2.0.0.tar.gz',
  bytes: 1,
  version: '2.0.0',
  architecture: 'linux-x64',
  channel: 'stable',
  rollout: { seed: '0'.repeat(32), share: 1 },
  oldestFrom: null,
  oldestBrowser: null,
  recalled: false,
};
const never = new AbortController().signal;

/** A package whose one folder holds what `fill` puts there. */
async function packed(fill: (folder: string) => Promise<unknown>): Promise<string> {
  const path = await passingFolder('strange');
  await mkdir(join(path, 'vitrine'));
  await writeFile(join(path, 'vitrine', 'vitrine'), '#!/bin/sh\n', { mode: 0o755 });
  await fill(join(path, 'vitrine'));
  await run('tar', ['-czf', join(path, 'package'), '-C', path, 'vitrine']);
  return join(path, 'package');
}

async function unpacked(file: string) {
  const shelf = new ShelfFolder(realFileSystem, await passingFolder('shelf'));
  const done = unpack(shelf, release, file, never);
  return { shelf, done };
}

test.each([
  ['a named pipe', (folder: string) => run('mkfifo', [join(folder, 'pipe')])],
  ['a device', (folder: string) => run('mknod', [join(folder, 'null'), 'c', '1', '3'])],
  ['a link to another place', (folder: string) => symlink('/etc/passwd', join(folder, 'link'))],
  [
    'a link deeper down',
    async (folder: string) => {
      await mkdir(join(folder, 'deep'));
      await symlink('../../..', join(folder, 'deep', 'link'));
    },
  ],
])('a package with %s is rejected, and nothing of it stays', async (_, fill) => {
  const { shelf, done } = await unpacked(await packed(fill));
  await expect(done).rejects.toMatchObject({ code: 'update-not-runnable', kind: 'permanent' });
  expect(await readdir(shelf.path)).toEqual([]);
});

test('an unpacking that is cut off does not blame the package', async () => {
  const shelf = new ShelfFolder(realFileSystem, await passingFolder('shelf'));
  const over = new Error('The player ends.');
  const done = unpack(shelf, release, await packed(async () => undefined), AbortSignal.abort(over));
  await expect(done).rejects.toBe(over);
});

test('a link in place of the mark of completeness is not followed', async () => {
  const outside = join(await passingFolder('outside'), 'file');
  await writeFile(outside, 'untouched');
  const { done } = await unpacked(await packed((folder) => symlink(outside, join(folder, 'complete'))));
  await expect(done).rejects.toMatchObject({ code: 'update-not-runnable' });
  expect(await readFile(outside, 'utf8')).toBe('untouched');
});

test('a package with its own mark of completeness is rejected', async () => {
  const { done } = await unpacked(await packed((folder) => writeFile(join(folder, 'complete'), '')));
  await expect(done).rejects.toMatchObject({ code: 'update-not-runnable' });
});

test('a release is readable for the player before the rename: a power cut may follow at once', async () => {
  let mode = 0;
  class Watched extends ShelfFolder {
    override async open() {
      await super.open();
      const [folder = ''] = await readdir(this.unpacking);
      mode = (await stat(join(this.unpacking, folder))).mode & 0o777;
    }
  }
  const file = await packed(async () => undefined);
  await unpack(new Watched(realFileSystem, await passingFolder('shelf')), release, file, never);
  expect(mode).toBe(0o755);
});

test('the reason of a rejection is reported even when the rest cannot be removed', async () => {
  let looks = 0;
  class Unremovable extends ShelfFolder {
    // What is unpacked lies in the first one; the kernel lets nobody remove the other.
    override get unpacking() {
      return looks++ === 0 ? super.unpacking : '/proc/self/task';
    }
  }
  const shelf = new Unremovable(realFileSystem, await passingFolder('shelf'));
  const file = await packed((folder) => symlink('/etc/passwd', join(folder, 'link')));
  await expect(unpack(shelf, release, file, never)).rejects.toMatchObject({ code: 'update-not-runnable' });
});

test('a release that hangs and ignores signals is ended, and does not hold up later checks', async () => {
  const folder = await passingFolder('hung');
  const [program, pid] = [join(folder, 'vitrine'), join(folder, 'pid')];
  await writeFile(program, `#!/bin/sh\ntrap '' TERM\necho $$ >'${pid}'\nwhile :; do sleep 0.05; done\n`, {
    mode: 0o755,
  });
  onTestFinished(async () => {
    const left = Number(await readFile(pid, 'utf8'));
    if (isRunning(left)) process.kill(left, 'SIGKILL');
  });
  await expect(mustRun(program, release, never, 500)).rejects.toMatchObject({
    code: 'update-not-runnable',
    kind: 'temporary',
  });
  expect(isRunning(Number(await readFile(pid, 'utf8')))).toBe(false);
});
