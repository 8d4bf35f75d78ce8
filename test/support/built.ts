import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built stage. */
export const rendererFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** Builds `dist/` once, before the first display test, if a source is newer. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, stdio: 'inherit' });
}
