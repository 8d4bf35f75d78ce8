import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'vitrine-releases-of-';
const own = join(tmpdir(), `${prefix}${process.pid}`);

/** Gone with the process, or with the next one where a test's process is ended without a word. */
export function passingFolder(name: string): Promise<string> {
  mkdirSync(own, { recursive: true });
  return mkdtemp(join(own, `${name}-`));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

for (const name of readdirSync(tmpdir())) {
  const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : process.pid;
  if (!isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}
process.once('exit', () => rmSync(own, { recursive: true, force: true }));
