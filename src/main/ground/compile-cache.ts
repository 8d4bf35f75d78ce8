import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheFolder, privateFolder } from './private-folder.ts';

/**
 * A warm start matters when a shop's screen comes back after a power cut: compiled code is kept between starts. Only in a
 * folder of our own: where Node would keep it by itself, in the folder for temporary files, anybody may have laid code
 * for us before. Root runs no code that lies in a cache.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (process.getuid?.() === 0) return;
  const folder = privateFolder(join(cacheFolder(env), 'code'));
  if (folder !== null) enableCompileCache(folder);
}
