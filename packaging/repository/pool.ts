import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Adds a package and returns its path. A published version never changes: players and caches between them and the server
 * know its bytes by its name.
 */
export function addToPool(repository: string, deb: string): string {
  const fields = execFileSync('dpkg-deb', ['--field', deb, 'Package', 'Version', 'Architecture'], {
    encoding: 'utf8',
  });
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(
    (field) => new RegExp(`^${field}: (\\S+)$`, 'm').exec(fields)?.[1] ?? '',
  ) as [string, string, string];
  const file = join(repository, 'pool', name, `${name}_${version.replace(/^\d+:/, '')}_${architecture}.deb`);
  if (existsSync(file)) {
    if (readFileSync(file).equals(readFileSync(deb))) return file;
    throw new Error(
      `${basename(file)} is in the repository with other bytes: give ${basename(deb)} a new version.`,
    );
  }
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(deb, `${file}.part`);
  renameSync(`${file}.part`, file);
  return file;
}
