import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Packed {
  readonly file: string;
  remove(): Promise<void>;
}

/** A release is an archive of one folder that contains the program `vitrine`. Packs an AppImage as this program. */
export async function packed(file: string, version: string, architecture: string): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-release-'));
  const name = `vitrine-${version}`;
  await mkdir(join(folder, name), { mode: 0o755 });
  await copyFile(file, join(folder, name, 'vitrine'));
  await chmod(join(folder, name, 'vitrine'), 0o755);
  const archive = join(folder, `${name}-${architecture}.AppImage.tar.gz`);
  await run('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', folder, name]);
  return { file: archive, remove: () => rm(folder, { recursive: true }) };
}
