import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheFolder, privateFolder } from './private-folder.ts';

/**
 * Keeps compiled code between starts, so that a screen returns fast after a power outage. Only in a folder of our own: in
 * Node's default, the folder for temporary files, another user may have planted code. Root runs no code from a cache.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (process.getuid?.() === 0) return;
  const folder = privateFolder(join(cacheFolder(env), 'code'));
  if (folder !== null) enableCompileCache(folder);
}
