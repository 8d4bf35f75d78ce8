import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built stage. */
export const rendererFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** Before the first file with a display: `dist/` is built, once for all of them, when a source is newer than it. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, stdio: 'inherit' });
}
