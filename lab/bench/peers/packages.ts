// The packages of peers, fetched from the registry into a temporary folder for one run. None is a dependency of this project,
// and none of their install scripts runs.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Figures of other versions cannot be compared with those in docs/lab/peers.md. */
const packages = ['@xiboplayer/schedule@0.5.20', '@xiboplayer/cache@0.5.20', '@xiboplayer/renderer@0.5.20'];

/** Returns their folder, which the caller removes. */
export async function fetchPeers(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-peers-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional'];
  await run('npm', ['install', ...options, ...packages], { cwd: folder });
  for (const name of packages) {
    const file = join(folder, 'node_modules', name.slice(0, name.lastIndexOf('@')), 'package.json');
    const { version, license } = JSON.parse(await readFile(file, 'utf8'));
    process.stdout.write(`${name.padEnd(30)} version ${version}, ${license}\n`);
  }
  return folder;
}

export function fileOf(folder: string, path: string): string {
  return join(folder, 'node_modules', path);
}

export async function load(folder: string, path: string): Promise<unknown> {
  return await import(pathToFileURL(fileOf(folder, path)).href);
}
