import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The configured browser, else VITRINE_CHROMIUM's, else the first one found; null: none. */
export function findChromium(configured: string | null, env: NodeJS.ProcessEnv = process.env): string | null {
  const named = configured ?? env.VITRINE_CHROMIUM ?? null;
  if (named) return isExecutable(named) ? named : null;
  return findProgram(names, env);
}

export function requireChromium(configured: string | null, env: NodeJS.ProcessEnv = process.env): string {
  const program = findChromium(configured, env);
  if (program) return program;
  const named = configured ?? env.VITRINE_CHROMIUM;
  throw new VitrineError(
    'usage',
    named ? message('no-browser.configured', { program: named }) : message('no-browser'),
    { remedy: message('no-browser.install') },
  );
}

/** Also searches the folders of system programs, which the PATH of a service may leave out. */
export function findProgram(wanted: readonly string[], env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = wanted.flatMap((name) =>
    [...folders, '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)),
  );
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: both mean not found.
    return false;
  }
}
