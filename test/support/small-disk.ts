import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { asOurselves, asRoot } from './as-root.ts';

const run = promisify(execFile);

export interface SmallDisk {
  /** Options of the memory file system, for example `size=4m`. */
  readonly mount: string;
  /** Runs one after the other on the same disk, in their own mount namespace. */
  readonly steps: readonly (ChildStep | 'read-only' | 'writable')[];
}

export interface ChildStep {
  readonly child: URL;
  readonly args: readonly string[];
}

/** Returns the children's lines of JSON. Their first argument is the disk's folder. */
export async function onSmallDisk(disk: SmallDisk): Promise<readonly unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-disk-'));
  try {
    const script = [
      'set -e',
      `mount -t tmpfs -o ${disk.mount} tmpfs '${folder}'`,
      ...disk.steps.map((step) => command(step, folder)),
    ].join('\n');
    const [program = '', ...args] = asRoot(['unshare', '--mount', 'sh', '-c', script]);
    const { stdout } = await run(program, args, { maxBuffer: 16 * 1024 * 1024 });
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as unknown);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function command(step: SmallDisk['steps'][number], folder: string): string {
  if (step === 'read-only') return `mount -o remount,ro '${folder}'`;
  if (step === 'writable') return `mount -o remount,rw '${folder}'`;
  const words = asOurselves([process.execPath, fileURLToPath(step.child), folder, ...step.args]);
  return words.map((word) => `'${word}'`).join(' ');
}
