import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Message, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

export interface HostChoice {
  readonly name: 'electron' | 'chromium';
  readonly reason: Message;
}

/** Injected by tests. */
export interface ChoiceNeeds {
  readonly insideElectron: boolean;
  readonly isRoot: boolean;
  /** Electron's program, if its package is installed with it. */
  electronProgram(): string | null;
}

/** Electron if this process runs in it or its program is installed, else the system's Chromium. */
export function chooseHost(
  configured: 'auto' | 'electron' | 'chromium',
  needs: ChoiceNeeds = realNeeds,
): HostChoice {
  if (configured !== 'auto') return { name: configured, reason: message('host.reason.configured') };
  if (needs.insideElectron) return { name: 'electron', reason: message('host.reason.inside') };
  if (needs.electronProgram()) {
    if (!needs.isRoot) return { name: 'electron', reason: message('host.reason.installed') };
    return {
      name: 'chromium',
      reason: message('host.reason.root'),
    };
  }
  return { name: 'chromium', reason: message('host.reason.none') };
}

const realNeeds: ChoiceNeeds = {
  insideElectron: process.versions.electron !== undefined,
  isRoot: process.platform === 'linux' && process.getuid?.() === 0,
  electronProgram: () => findElectron(),
};

/** Reads the package's files: importing the package would download the program. */
export function findElectron(from: string = import.meta.url): string | null {
  try {
    const folder = dirname(createRequire(from).resolve('electron/package.json'));
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    // The package is missing, or has no program.
    return null;
  }
}

/** Electron's program, if it is the configured host and this process does not run in it. */
export function requireElectron(): string {
  const program = findElectron();
  if (program !== null) return program;
  throw new VitrineError('permanent', message('no-electron'));
}
