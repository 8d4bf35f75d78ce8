import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

export interface HostChoice {
  readonly name: 'electron' | 'chromium';
  /** For one log line. */
  readonly reason: string;
}

/** What the choice depends on; handed in by tests. */
export interface ChoiceNeeds {
  readonly insideElectron: boolean;
  readonly isRoot: boolean;
  /** Electron's program, where its package is installed together with it. */
  electronProgram(): string | null;
}

/** Electron where we run inside it or its program is installed, else the system's Chromium. */
export function chooseHost(
  configured: 'auto' | 'electron' | 'chromium',
  needs: ChoiceNeeds = realNeeds,
): HostChoice {
  if (configured !== 'auto') return { name: configured, reason: 'configured' };
  if (needs.insideElectron) return { name: 'electron', reason: 'running inside it' };
  if (needs.electronProgram()) {
    if (!needs.isRoot) return { name: 'electron', reason: 'its program is installed' };
    return {
      name: 'chromium',
      reason: 'Electron is installed, but as root it has no sandbox and does not start',
    };
  }
  return { name: 'chromium', reason: 'Electron is not installed' };
}

const realNeeds: ChoiceNeeds = {
  insideElectron: process.versions.electron !== undefined,
  isRoot: process.platform === 'linux' && process.getuid?.() === 0,
  electronProgram: () => findElectron(),
};

/** Read from its package's files: to import the package would start a download of the program. */
export function findElectron(from: string = import.meta.url): string | null {
  try {
    const folder = dirname(createRequire(from).resolve('electron/package.json'));
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    // No package, or a package without its program.
    return null;
  }
}

/** Electron's program, when it is the configured host and we do not run inside it. */
export function requireElectron(): string {
  const program = findElectron();
  if (program !== null) return program;
  throw new VitrineError('permanent', message('no-electron'));
}
