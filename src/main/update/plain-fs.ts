import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Electron's `fs`, in the engine thread too, shows an `.asar` file as a folder: opening it fails with EISDIR, and removing the
 * tree around it with ENOTEMPTY. `original-fs` shows the disk as it is. `process.noAsar` must stay unset: the modules that the
 * player loads later are in its own `app.asar`. Only code that changes releases loads this.
 */
export function plainFs(): typeof fs {
  return process.versions.electron ? createRequire(import.meta.url)('original-fs').promises : fs;
}
