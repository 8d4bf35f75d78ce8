import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kept = fileURLToPath(new URL('../../node_modules/.cache/prometheus', import.meta.url));

export type Found = { readonly path: string } | { readonly why: string };

/** A command for a program that looks for files of its package in /usr/share: they are laid there for it alone (as root). */
export function withItsFiles(path: string): readonly string[] {
  if (!path.startsWith(kept)) return [path];
  const lay = 'mount -t overlay overlay -o lowerdir="$0":/usr/share /usr/share && exec "$@"';
  return ['unshare', '-m', 'sh', '-c', lay, join(kept, 'usr', 'share'), path];
}

/** A program of Debian's, unpacked beside the packages where it is not installed: a test needs no service that runs. */
export function debianTool(name: string, pack: string): Found {
  const installed = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = [...installed, join(kept, 'usr', 'bin', name)].find((path) => existsSync(path));
  if (found !== undefined) return { path: found };
  if (spawnSync('apt-get', ['--version']).status !== 0)
    return { why: `there is no ${name}, and no apt-get to get it` };
  const folder = join(kept, pack);
  mkdirSync(folder, { recursive: true });
  const got = spawnSync('apt-get', ['download', '-q', pack], { cwd: folder, timeout: 110_000 });
  const [deb] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
  if (got.status !== 0 || deb === undefined) return { why: `Debian’s ${pack} package could not be fetched` };
  const done = spawnSync('dpkg-deb', ['-x', join(folder, deb), kept]);
  rmSync(folder, { recursive: true });
  return done.status === 0
    ? { path: join(kept, 'usr', 'bin', name) }
    : { why: 'its package could not be unpacked' };
}
